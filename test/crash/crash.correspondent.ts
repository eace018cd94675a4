import { setTimeout as sleep } from 'node:timers/promises';
import { issueComment, issueEvent } from '../support/payloads.js';
import { signatureOf } from '../../src/webhook/signature.js';
import { postDelivery } from './delivery.post.js';
import type { Dice } from './dice.js';
import type { Posting, PostingKind } from './posting.js';

/** What all correspondents of a world share. */
export interface Mail {
  readonly dice: Dice;
  readonly secret: string;
  readonly ledger: Posting[];
  nextId(): string;
  tick(): number;
  /** False for deliveries whose repetition would mean something else than a repetition. */
  mayRepeat(id: string): boolean;
}

/**
 * Sends the deliveries of one work item after another, each only when the one before has been answered or its server
 * has died: their order is the order that has to be kept.
 */
export class Correspondent {
  /** Sent without an answer, or owed: these come first. */
  private readonly owed: Posting[] = [];
  private readonly sent: Posting[] = [];
  private isKnown = false;

  constructor(
    private issue: number,
    private readonly step: number,
    private readonly mail: Mail,
  ) {}

  /** Posts until the budget is used up or nobody answers any more. */
  async write(url: string, budget: number, wanted?: 'close'): Promise<void> {
    if (wanted === 'close' && this.isKnown && this.owed.length === 0) this.turn(this.mail.dice.chance(0.5));
    for (let left = budget; left > 0; left -= 1) {
      await sleep(this.mail.dice.whole(0, 25));
      if (!(await this.send(url, this.owed.shift() ?? this.next()))) return;
    }
  }

  /** What has to arrive for the item to be in a state that the correspondent knows. */
  async settle(url: string): Promise<boolean> {
    while (this.owed.length > 0) if (!(await this.send(url, this.owed.shift()!))) return false;
    return true;
  }

  /** Posts one of the acknowledged deliveries again; nothing may come of it. */
  async repeat(url: string): Promise<void> {
    const { dice } = this.mail;
    const again = this.sent.filter(({ ackedAt, id }) => ackedAt !== null && this.mail.mayRepeat(id));
    if (again.length > 0) await this.send(url, dice.pick(again));
  }

  /** Posts these of its deliveries again. */
  async again(url: string, ids: ReadonlySet<string>): Promise<void> {
    for (const posting of this.sent.filter(({ id }) => ids.has(id))) await this.send(url, posting);
  }

  private next(): Posting {
    const { dice } = this.mail;
    const luck = dice.throw();
    const again = luck < 0.12 ? this.sent.filter(({ ackedAt, id }) => ackedAt !== null && this.mail.mayRepeat(id)) : [];
    if (again.length > 0) return dice.pick(again);
    if (luck > 0.92 && this.isKnown) {
      this.turn(luck > 0.97);
      return this.owed.shift()!;
    }
    return this.posting('comment');
  }

  /** The item ends; it is opened again, or the next item takes its place. */
  private turn(isForGood: boolean): void {
    this.owed.push(this.posting('close'));
    if (!isForGood) return void this.owed.push(this.posting('reopen'));
    this.issue += this.step;
    this.isKnown = false;
  }

  private posting(kind: PostingKind): Posting {
    const { ledger } = this.mail;
    const item = `github:octo-org/octo-repo#${this.issue}`;
    const { event, payload } = contentOf(kind, this.issue, this.words());
    const posting: Posting = {
      id: this.mail.nextId(),
      kind,
      item,
      event,
      payload,
      firstPostedAt: null,
      ackedAt: null,
      posts: 0,
    };
    ledger.push(posting);
    this.sent.push(posting);
    return posting;
  }

  private words(): string {
    const { dice } = this.mail;
    const child = dice.chance(0.1) ? ` child=${dice.pick(['group', 'setsid'])}` : '';
    return `[[stub: delay=${dice.whole(0, 300)}${child}]]`;
  }

  /** False when there was no answer: whether it arrived is anybody's guess. */
  private async send(url: string, posting: Posting): Promise<boolean> {
    const { mail } = this;
    const body = JSON.stringify(posting.payload);
    posting.firstPostedAt ??= mail.tick();
    posting.posts += 1;
    const answer = await postDelivery(
      url,
      {
        'content-type': 'application/json',
        'x-github-event': posting.event,
        'x-github-delivery': posting.id,
        'x-hub-signature-256': signatureOf(mail.secret, Buffer.from(body)),
      },
      body,
    );
    if (answer?.status === 202) {
      posting.ackedAt ??= mail.tick();
      if (posting.kind === 'comment' && posting.item.endsWith(`#${this.issue}`)) this.isKnown = true;
      return true;
    }
    if (answer !== undefined && !answer.body.includes('server-stopping')) {
      throw new Error(`${posting.id}: ${answer.status} ${answer.body}`);
    }
    // GitHub never sends again by itself, a person may: some of what got no answer stays without one.
    if (posting.ackedAt === null && (posting.kind !== 'comment' || mail.dice.chance(0.6))) this.owed.unshift(posting);
    return false;
  }
}

let serial = 0;

/** No two payloads are alike: equal content under another id would be a duplicate. */
function contentOf(kind: PostingKind, issue: number, words: string): { event: string; payload: unknown } {
  const at = new Date().toISOString();
  const id = 1_000_000 + ++serial;
  if (kind === 'comment') {
    const payload = issueComment(issue, `Look at number ${id}, please. ${words}`);
    Object.assign(payload.comment, { id, created_at: at, updated_at: at });
    return { event: 'issue_comment', payload };
  }
  const payload = issueEvent(kind === 'close' ? 'closed' : 'reopened', issue);
  Object.assign(payload.issue, { state: kind === 'close' ? 'closed' : 'open', updated_at: at, title: `Number ${id}` });
  return { event: 'issues', payload };
}
