import { Inject, Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { AppConfig } from '../config/app-config.js';
import { Transactions } from '../database/database.transactions.js';
import type { Tx } from '../database/database.tx.js';
import type { DispatchEntity } from '../database/entities/dispatch.entity.js';
import { parseWorkItemRef } from '../sessions/work-item-ref.js';
import type { Work } from './dispatch.claims.js';
import { DispatchQueue } from './dispatch.queue.js';
import { PROMPT_TEMPLATES } from './prompt.templates.token.js';
import type { PromptEvent, PromptFrame, PromptTemplates } from './prompt/prompt-input.js';
import { renderBatch } from './prompt/render-prompt.js';
import { companions } from './quiet-window.js';

interface StoredDelivery {
  readonly event: string;
  readonly action: string | null;
  readonly payload: Uint8Array;
}

interface Material {
  readonly row: DispatchEntity;
  readonly stored: StoredDelivery | undefined;
}

/** Writes the prompt of a turn, and takes along the waiting rows that fit into it. */
@Injectable()
export class DispatchPrompts {
  constructor(
    private readonly transactions: Transactions,
    private readonly queue: DispatchQueue,
    private readonly config: AppConfig,
    @Inject(PROMPT_TEMPLATES) private readonly templates: PromptTemplates,
  ) {}

  /** Rows that could be taken along may be cancelled while the prompt is written; then it is written once more. */
  async compose(work: Work): Promise<string> {
    for (;;) {
      const { prompt, along } = this.written(work, await this.transactions.run((tx) => this.material(tx, work)));
      if (along.length === 0) return prompt;
      if (await this.transactions.run((tx) => this.queue.join(tx, work.row, along))) return prompt;
    }
  }

  /** The same inside one transaction, for a prompt that somebody waits for. */
  composeNow(tx: Tx, work: Work): string {
    const { prompt, along } = this.written(work, this.material(tx, work));
    this.queue.join(tx, work.row, along);
    return prompt;
  }

  private material(tx: Tx, work: Work): Material[] {
    return this.candidates(tx, work).map((row) => ({ row, stored: stored(tx, row) }));
  }

  private written(work: Work, material: readonly Material[]): { prompt: string; along: string[] } {
    const { prompt, taken } = renderBatch({ ...this.frame(work), events: material.map(eventOf) });
    return { prompt, along: material.slice(1, taken).map(({ row }) => row.id) };
  }

  private candidates(tx: Tx, { row, session, notes }: Work): DispatchEntity[] {
    const alone = session.harnessSessionId === null || row.kind !== 'resume' || notes.interrupted === true;
    if (alone) return [row];
    const waiting = [row, ...this.queue.unfinished(tx, row.sessionId, ['queued', 'held'])];
    const next = waiting.findIndex((each) => each.state === 'held');
    const { batching } = this.config.webhooks.ghWebhook.routing;
    return [row, ...companions(waiting.slice(0, next === -1 ? undefined : next), batching)];
  }

  private frame({ row, session, notes }: Work): PromptFrame {
    return {
      kind: row.kind === 'spawn' || session.harnessSessionId === null ? 'spawn' : 'resume',
      workItem: parseWorkItemRef(session.workItem),
      endpointOf: session.endpointOf === null ? null : parseWorkItemRef(session.endpointOf),
      marker: this.config.webhooks.ghWebhook.routing.selfMarker,
      fence: randomBytes(12).toString('hex'),
      notes,
      templates: this.templates,
    };
  }
}

const DELIVERY = 'SELECT event, action, payload FROM delivery WHERE deliveryId = ?';

function stored(tx: Tx, { deliveryId }: DispatchEntity): StoredDelivery | undefined {
  return deliveryId === null ? undefined : tx.select<StoredDelivery>(DELIVERY, deliveryId)[0];
}

function eventOf({ row, stored }: Material): PromptEvent {
  const { deliveryId, reason } = row;
  if (stored === undefined) return { event: 'owner', action: reason, deliveryId, payload: {} };
  const { event, action, payload } = stored;
  return { event, action, deliveryId, payload: JSON.parse(Buffer.from(payload).toString('utf8')) as unknown };
}
