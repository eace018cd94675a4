import { Injectable } from '@nestjs/common';
import { ConversationPresence } from './conversation.presence.js';
import type { HarnessAdapter, TurnRequest } from './harness.adapter.js';
import { directoryProblem, findHarness } from './launch.check.js';
import { hasRepository, treeProblem, type WorkTree } from './work-tree.js';
import { WorkTreeProbe } from './work-tree.probe.js';

export interface PreflightRequest {
  readonly adapter: HarnessAdapter;
  readonly turn: Pick<TurnRequest, 'kind' | 'harnessSessionId' | 'cwd' | 'binary'>;
  /** The environment the turn would get. */
  readonly environment: Readonly<Record<string, string>>;
  /** The tree as it was when the session was registered; null when that is not known. */
  readonly recordedTree?: WorkTree | null;
  /** `owner/repo` of the item a spawn would work on. */
  readonly repository?: string | null;
  /** routing.onOpenElsewhere: anyway. */
  readonly ignoresOpenElsewhere?: boolean;
}

export type HeldReason = 'not-installed' | 'directory-gone' | 'wrong-repository' | 'open-elsewhere';

export type PreflightVerdict =
  | { readonly kind: 'ok'; readonly tree: WorkTree | null }
  | {
      readonly kind: 'held';
      readonly reason: HeldReason;
      readonly detail: string;
      /** When it makes sense to look again, epoch milliseconds; null when somebody has to do something first. */
      readonly until: number | null;
    };

const LOOK_AGAIN_MS = 15_000;

/** Looks, before a turn, whether it would run in the right tree and alone on its conversation. */
@Injectable()
export class HarnessPreflight {
  constructor(
    private readonly trees: WorkTreeProbe,
    private readonly presence: ConversationPresence,
  ) {}

  async check(request: PreflightRequest): Promise<PreflightVerdict> {
    const { adapter, turn, environment } = request;
    const missing = directoryProblem(turn.cwd);
    if (missing !== undefined) return held('directory-gone', missing.detail);
    const binary = findHarness(adapter.name, turn.binary, environment.PATH);
    if (typeof binary !== 'string') return held('not-installed', binary.detail);

    const tree = await this.trees.at(turn.cwd);
    const strange = strangeTree(request, tree);
    if (strange !== undefined) return strange;
    return (await this.openElsewhere(request, binary)) ?? { kind: 'ok', tree };
  }

  private async openElsewhere(request: PreflightRequest, binary: string): Promise<PreflightVerdict | undefined> {
    const { adapter, turn, environment } = request;
    if (request.ignoresOpenElsewhere === true || turn.kind === 'spawn' || turn.harnessSessionId === null)
      return undefined;
    if (adapter.presence === undefined) return undefined;
    const holder = await this.presence.holder(adapter.presence, binary, environment, turn.harnessSessionId);
    if (holder === undefined) return undefined;
    const where = holder.cwd === null ? '' : ` in "${holder.cwd}"`;
    return held(
      'open-elsewhere',
      `The conversation is open in another process (pid ${holder.pid}${where}); close it there, or set routing.onOpenElsewhere: anyway`,
      Date.now() + LOOK_AGAIN_MS,
    );
  }
}

function strangeTree({ turn, recordedTree, repository }: PreflightRequest, tree: WorkTree | null) {
  const other = recordedTree == null ? undefined : treeProblem(turn.cwd, tree, recordedTree);
  if (other !== undefined) return held('directory-gone', `Cannot run in another tree: ${other}`);
  if (turn.kind !== 'spawn' || repository == null || tree === null || tree.remotes.length === 0) return undefined;
  if (hasRepository(tree, repository)) return undefined;
  return held(
    'wrong-repository',
    `Cannot start work on ${repository} in "${turn.cwd}": the tree has no remote of that repository; add one, or name its directory in routing.spawnWorkdir`,
  );
}

const held = (reason: HeldReason, detail: string, until: number | null = null): PreflightVerdict => ({
  kind: 'held',
  reason,
  detail,
  until,
});
