import { Injectable } from '@nestjs/common';
import { Transactions } from '../../database/database.transactions.js';
import type { SessionEntity } from '../../database/entities/session.entity.js';
import { DispatchService } from '../../dispatch/dispatch.service.js';
import { OpenConversations } from '../../dispatch/open.conversations.js';
import { SessionAlreadyActiveError } from '../../sessions/session-errors.js';
import { SessionStore } from '../../sessions/session.store.js';
import { formatWorkItemRef, repositoryKey, type WorkItemRef, workItemKey } from '../../sessions/work-item-ref.js';
import { HOST } from '../../workspace/checkout-name.js';
import type { Caller } from '../caller.js';
import { badInput } from '../control-error.js';
import { PullRequestLinker } from '../sessions/pull-request.linker.js';
import { ClearedConversations } from './cleared.conversations.js';
import type { HookAnswerType } from './hook-answer.type.js';
import type { ReportHookInput } from './report-hook.input.js';
import { pullRequestOfUrl, reportedItem } from './reported-item.js';

/** A hook ends before two seconds are over; what is given away later than this might be heard by nobody. */
const HAND_OVER_WITHIN_MS = 700;

/**
 * What the hooks of a harness tell leads to. A conversation is registered where its work item is known and has none; a
 * record is never closed, because the end of a process is not the end of a conversation.
 */
@Injectable()
export class HookReports {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: SessionStore,
    private readonly conversations: OpenConversations,
    private readonly commands: DispatchService,
    private readonly linker: PullRequestLinker,
    private readonly cleared: ClearedConversations,
  ) {}

  /** A report told twice changes nothing the second time. A turn of ours tells of nothing but its pull request. */
  async take(report: ReportHookInput, caller: Caller): Promise<HookAnswerType> {
    const askedAt = Date.now();
    if (report.kind === 'pullRequestOpened') return this.pullRequest(report, caller);
    if (caller.kind === 'turn') return answer('own-turn', caller.sessionId);
    const known = await this.known(report);
    switch (report.kind) {
      case 'sessionStarted':
        return known === undefined ? this.started(report) : answer('known', known.id);
      case 'sessionEnded':
        if (known !== undefined) await this.conversations.closed(known.id);
        return answer(known === undefined ? 'unknown-conversation' : 'noted', known?.id);
      case 'sessionCleared':
        this.cleared.remember(processOf(report), known?.id ?? null);
        return answer(known === undefined ? 'unknown-conversation' : 'noted', known?.id);
      case 'turnFinished':
      case 'promptSubmitted':
        return this.handOver(report, known, askedAt + HAND_OVER_WITHIN_MS);
    }
  }

  private async started(report: ReportHookInput): Promise<HookAnswerType> {
    const before = report.source === 'clear' ? this.cleared.take(processOf(report)) : null;
    if (before) return this.goesOn(before, report);

    const item = reportedItem(report);
    if (item === undefined) return answer('no-work-item');
    if (!report.workItem && report.attended === false) return answer('unattended');
    const { open, closed } = await this.ofItem(item);
    // The hook of the end gets little time and may have been cut off: the same place and tool say enough then.
    const isSuccessor = before === undefined && open?.cwd === report.cwd && open?.harness === report.harness;
    if (open !== undefined && isSuccessor) return this.goesOn(open.id, report);
    if (open === undefined && closed?.harnessSessionId === report.harnessSessionId) return answer('closed', closed.id);
    return this.register(item, report);
  }

  private async register(item: WorkItemRef, report: ReportHookInput): Promise<HookAnswerType> {
    const { harness, harnessSessionId, cwd } = report;
    if (!cwd) throw badInput(['"cwd" is needed to register a conversation: its turns run there']);
    try {
      const wanted = { workItem: formatWorkItemRef(item), harness, harnessSessionId, cwd, check: false };
      return answer('registered', (await this.commands.registerSession(wanted)).id);
    } catch (error) {
      if (error instanceof SessionAlreadyActiveError) return answer('taken', error.holder.id);
      throw error;
    }
  }

  private async goesOn(sessionId: string, { harnessSessionId }: ReportHookInput): Promise<HookAnswerType> {
    await this.conversations.continueAs(sessionId, harnessSessionId);
    return answer('rebound', sessionId);
  }

  private async handOver(
    report: ReportHookInput,
    session: SessionEntity | undefined,
    until: number,
  ): Promise<HookAnswerType> {
    if (session === undefined) return answer('unknown-conversation');
    if (report.attended === false) return answer('unattended', session.id);
    const prompt = await this.conversations.handOver(report.harness, report.harnessSessionId, until);
    return prompt === undefined
      ? answer('nothing-waits', session.id)
      : { ...answer('handed-over', session.id), handOver: prompt };
  }

  private async pullRequest(report: ReportHookInput, caller: Caller): Promise<HookAnswerType> {
    const hosts = [HOST, ...(process.env.GH_HOST ? [process.env.GH_HOST.toLowerCase()] : [])];
    const ref = pullRequestOfUrl(report.pullRequest ?? '', hosts);
    if (ref === undefined) throw badInput([`"pullRequest" has to be the address of one on ${hosts.join(' or ')}`]);
    const session = caller.kind === 'turn' ? await this.session(caller.sessionId) : await this.known(report);
    if (session === undefined) return answer('unknown-conversation');
    // What an agent does elsewhere is that repository's business, and routed by its own rules.
    if (repositoryKey(ref) !== session.repositoryKey) return answer('another-repository', session.id);
    if (workItemKey(ref) === session.workItemKey) return answer('known', session.id);
    await this.linker.link(session.id, formatWorkItemRef(ref), 'hook');
    return answer('linked', session.id);
  }

  private session(id: string): Promise<SessionEntity | undefined> {
    return this.transactions.run((tx) => this.sessions.get(tx, id));
  }

  private known({ harness, harnessSessionId }: ReportHookInput): Promise<SessionEntity | undefined> {
    return this.transactions.run((tx) => this.conversations.find(tx, harness, harnessSessionId));
  }

  private ofItem(item: WorkItemRef) {
    return this.transactions.run((tx) => ({
      open: this.sessions.openFor(tx, item),
      closed: this.sessions.lastClosedFor(tx, item),
    }));
  }
}

function processOf({ harness, pid, cwd }: ReportHookInput): string {
  return `${harness} ${pid ?? cwd}`;
}

function answer(outcome: string, sessionId: string | null = null): HookAnswerType {
  return { outcome, sessionId, handOver: null };
}
