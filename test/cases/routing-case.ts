import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One file of the folder, as case.schema.json describes it. */
export interface RoutingCase {
  readonly name: string;
  readonly title: string;
  readonly tier: 'core' | 'extended';
  readonly event?: string;
  readonly delivery?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly raw?: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly generate?: {
      readonly prefix: string;
      readonly fill: string;
      readonly count: number;
      readonly suffix: string;
    };
  };
  readonly config: CaseConfig;
  readonly registry: readonly CaseSession[];
  readonly history?: { readonly processed?: readonly string[]; readonly failed?: readonly string[] };
  readonly expect: Expectation;
}

export interface CaseConfig {
  readonly enabled?: boolean;
  readonly events?: readonly string[];
  readonly spawnOnUnmatched?: 'never' | 'always' | 'labeled';
  readonly autoExecuteLabel?: string;
  readonly defaultHarness?: string;
  readonly workspaceRoot?: string | null;
  readonly sessionPerPr?: boolean;
  readonly selfMarker?: string;
  readonly selfLogins?: readonly string[];
  readonly ignoreBots?: boolean;
  readonly authorizedUsers?: readonly string[] | null;
  readonly secret?: string;
  readonly maxBodyBytes?: number;
}

export interface CaseSession {
  readonly id: string;
  readonly workItem: string;
  readonly harness: string;
  readonly harnessSessionId: string;
  readonly cwd: string;
  readonly status: 'active' | 'closed';
  readonly pullRequests?: readonly string[];
  readonly endpointOf?: string;
  readonly recentDeliveries?: readonly string[];
  readonly repositoryId?: number;
}

export interface Expectation {
  readonly http: number | readonly number[];
  readonly refs: readonly string[];
  readonly decision: 'resume' | 'spawn' | 'close' | 'drop' | 'ignore';
  readonly reason: string;
  readonly session?: string;
  readonly sessions?: readonly string[];
  readonly spawnRef?: string;
  readonly endpointOf?: string;
  readonly checkout?: { readonly repo: string; readonly branch: string | null };
  readonly declined?: true;
  readonly harness?: string;
  readonly prompt?: readonly string[];
}

/** Every case below the folder, sorted by name; `only` names the sub-folders wanted. */
export function readCases(folder: string, only: readonly string[]): RoutingCase[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && (only.length === 0 || only.includes(entry.name)))
    .flatMap((entry) =>
      readdirSync(join(folder, entry.name))
        .filter((file) => file.endsWith('.json'))
        .map((file) => JSON.parse(readFileSync(join(folder, entry.name, file), 'utf8')) as RoutingCase),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
