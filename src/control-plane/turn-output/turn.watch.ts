import { Injectable } from '@nestjs/common';
import { StatePaths } from '../../config/state-paths.js';
import type { DispatchEntity } from '../../database/entities/dispatch.entity.js';
import { attemptDirectory } from '../../dispatch/attempt-directory.js';
import { ActivityFeed } from '../../events/activity.feed.js';
import { readTurnEvents } from '../../harness/turn.journal.js';
import { type FeedPage, RowFeed } from '../activity/row.feed.js';
import { DispatchReads } from '../dispatches/dispatch.reads.store.js';
import { turnOutputView, type TurnOutputView } from './turn-output-view.js';

/** How often a running turn is looked at for more. */
const LOOK_MS = 200;
const PAGE_BYTES = 256 * 1024;
/** Before its first turn a row has nothing to show, and will have. */
const BEFORE_A_TURN: readonly string[] = ['queued', 'held'];

export interface TurnLine extends TurnOutputView {
  /** The byte offset behind it, under the name that feeds go by. */
  readonly seq: number;
  readonly after: number;
  readonly dispatchId: string;
  readonly attemptId: string;
}

/** Opens the output of one turn: what it has said already, then what it goes on to say, until it ends. */
@Injectable()
export class TurnWatch {
  constructor(
    private readonly dispatches: DispatchReads,
    private readonly feed: ActivityFeed,
    private readonly paths: StatePaths,
  ) {}

  /** The attempt is the present or last one, or else the first to come; a later attempt is another turn. */
  output(dispatchId: string, after: number): RowFeed<TurnLine> {
    let attempt: string | null = null;
    const page = async (from: number): Promise<FeedPage<TurnLine>> => {
      const row = await this.dispatches.byId.load(dispatchId);
      attempt ??= row?.attemptId ?? null;
      if (row === undefined) return { rows: [], seenTo: from, ended: true };
      if (attempt === null) return { rows: [], seenTo: from, ended: !BEFORE_A_TURN.includes(row.state) };
      // The state was read before the file: once it says "over", the file has everything.
      const isOver = row.state !== 'running' || row.attemptId !== attempt;
      const rows = await this.lines({ ...row, attemptId: attempt }, from);
      return { rows, seenTo: from, ended: isOver && rows.length === 0 };
    };
    return new RowFeed(after, { page, listen: (ring) => this.listen(dispatchId, ring) });
  }

  private async lines(row: DispatchEntity, from: number): Promise<TurnLine[]> {
    const { id: dispatchId, attemptId } = row;
    const entries = await readTurnEvents(attemptDirectory(this.paths.runs, row)!, from, PAGE_BYTES);
    return entries.map(({ event, after }) => ({
      ...turnOutputView(event),
      seq: after,
      after,
      dispatchId,
      attemptId: attemptId!,
    }));
  }

  /** The file grows without telling anybody, so it is looked at; that the turn begins or ends is told. */
  private listen(dispatchId: string, ring: () => void): () => void {
    const timer = setInterval(ring, LOOK_MS);
    timer.unref();
    const unlisten = this.feed.listen((activity) => (activity.dispatchId === dispatchId ? ring() : undefined));
    return () => {
      clearInterval(timer);
      unlisten();
    };
  }
}
