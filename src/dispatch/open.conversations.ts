import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import type { DispatchEntity } from '../database/entities/dispatch.entity.js';
import { SessionEntity } from '../database/entities/session.entity.js';
import { SessionStates } from '../sessions/session.states.js';
import { SessionStore } from '../sessions/session.store.js';
import { DispatchBudget } from './dispatch.budget.js';
import { DispatchPrompts } from './dispatch.prompts.js';
import { DispatchQueue } from './dispatch.queue.js';
import { DispatchWaker, type Freed } from './dispatch.waker.js';

/** What a row waits for while somebody has its conversation open. */
const OPEN_ELSEWHERE = 'open-elsewhere';
export const HANDED_OVER = 'handed-over';

/**
 * Conversations that a person has open in a terminal, as their own hooks tell of them. Events wait meanwhile: a turn of
 * ours beside the terminal would be missing from all later context. A hook that asks takes them along.
 */
@Injectable()
export class OpenConversations {
  constructor(
    private readonly waker: DispatchWaker,
    private readonly queue: DispatchQueue,
    private readonly sessions: SessionStore,
    private readonly states: SessionStates,
    private readonly budget: DispatchBudget,
    private readonly prompts: DispatchPrompts,
  ) {}

  /** The session this conversation belongs to and that is not closed, also under a name it had before. */
  find(tx: Tx, harness: string, harnessSessionId: string): SessionEntity | undefined {
    const [row] = tx.select<Record<string, unknown>>(OF_CONVERSATION, harness, harnessSessionId, harnessSessionId);
    return row && tx.hydrate(SessionEntity, row);
  }

  /**
   * The prompt of what waits first, for a conversation that is open now and can take it; it counts as delivered with
   * the commit. After `until` (epoch milliseconds) nobody would hear the answer, so nothing is given away.
   */
  handOver(harness: string, harnessSessionId: string, until: number): Promise<string | undefined> {
    return this.waker.change((tx) => {
      const session = this.find(tx, harness, harnessSessionId);
      if (session === undefined || Date.now() > until) return NOTHING;
      const [front] = this.queue.unfinished(tx, session.id);
      if (front === undefined || !waitsForTerminal(front)) return NOTHING;
      const freed = this.queue.releaseHeld(tx, session.id, waitsForTerminal);
      const prompt = this.delivered(tx, session);
      const next = this.queue.head(tx, session.id);
      // What could not be handed over goes its usual way.
      return { answer: prompt, freed: prompt === undefined ? freed : next === undefined ? [] : [next] };
    });
  }

  /** The terminal is closing: what waited for that is tried again, and waits on where it is still open. */
  closed(sessionId: string): Promise<void> {
    return this.waker.change((tx) => ({
      answer: undefined,
      freed: this.queue.releaseHeld(tx, sessionId, waitsForTerminal),
    }));
  }

  /** The person goes on under a new name, in the same place: the session goes along, with everything that waits. */
  continueAs(sessionId: string, harnessSessionId: string): Promise<void> {
    return this.waker.change((tx) => {
      this.states.rebound(tx, sessionId, harnessSessionId);
      const { workItem, harness } = this.sessions.get(tx, sessionId)!;
      tx.record({ name: 'session.registered', sessionId, workItem, harness, reason: 'cleared' });
      return { answer: undefined, freed: this.queue.releaseHeld(tx, sessionId, waitsForTerminal) };
    });
  }

  private delivered(tx: Tx, session: SessionEntity): string | undefined {
    const head = this.queue.head(tx, session.id);
    if (head === undefined) return undefined;
    const budgetKey = this.budget.keyOf(tx, head);
    const row = this.queue.claim(tx, head.id, { attemptId: null, deadlineAt: tx.now, budgetKey, tokenHash: null });
    if (row === undefined) return undefined;
    const prompt = this.prompts.composeNow(tx, { row, session, token: null, notes: {} });
    this.queue.succeed(tx, row.id, { outcome: HANDED_OVER, detail: 'Handed to the conversation in its terminal' });
    return `${FOREWORD}\n\n${prompt}`;
  }
}

const NOTHING: Freed<undefined> = { answer: undefined, freed: [] };

const FOREWORD =
  'From the-loop: while a person has this conversation open, an event of its work item has arrived. It is handed to you here instead of in a turn of its own.';

function waitsForTerminal({ state, outcome, kind }: DispatchEntity): boolean {
  return kind === 'resume' && state === 'held' && outcome === OPEN_ELSEWHERE;
}

const OF_CONVERSATION = `
  SELECT * FROM session
   WHERE harness = ? AND status <> 'closed'
     AND (harnessSessionId = ? OR EXISTS (SELECT 1 FROM json_each(session.formerHarnessSessionIds) WHERE value = ?))
   ORDER BY createdAt DESC`;
