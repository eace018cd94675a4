import { type FeedSource, RowFeed } from './row.feed.js';

interface Row {
  seq: number;
}

/** Committed rows with a bell, as the database and the activity feed are to a reader. */
class Shelf implements FeedSource<Row> {
  readonly rows: Row[] = [];
  readonly bells = new Set<() => void>();
  reads = 0;
  limit = 10;

  async page(after: number) {
    this.reads += 1;
    await Promise.resolve();
    const head = this.rows.at(-1)?.seq ?? 0;
    const rows = this.rows.filter(({ seq }) => seq > after && seq % this.every === 0).slice(0, this.limit);
    return { rows, seenTo: rows.length < this.limit ? head : after };
  }

  /** Only every n-th row is wanted. */
  every = 1;

  listen(ring: () => void): () => void {
    this.bells.add(ring);
    return () => void this.bells.delete(ring);
  }

  commit(count: number): void {
    for (let index = 0; index < count; index++) {
      const seq = this.rows.length + 1;
      this.rows.push({ seq });
      if (seq % this.every === 0) this.bells.forEach((ring) => ring());
    }
  }
}

async function take(feed: RowFeed<Row>, count: number): Promise<number[]> {
  const seen: number[] = [];
  while (seen.length < count) {
    const { value, done } = await feed.next();
    if (done) break;
    seen.push(value.seq);
  }
  return seen;
}

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => index + from);

describe('a reader of the feed', () => {
  let shelf: Shelf;

  beforeEach(() => (shelf = new Shelf()));

  test('replays from its place and goes live with neither gap nor double', async () => {
    shelf.commit(25);
    const feed = new RowFeed(5, shelf);
    const seen = take(feed, 40);
    await Promise.resolve();
    shelf.commit(20);
    expect(await seen).toEqual(upTo(40, 6));
    await feed.return();
  });

  test('a reader that leaves and comes back every 37 rows misses none and sees none twice', async () => {
    const seen: number[] = [];
    while (seen.length < 1_000) {
      const feed = new RowFeed(seen.at(-1) ?? 0, shelf);
      const batch = take(feed, Math.min(37, 1_000 - seen.length));
      if (shelf.rows.length < 1_000) shelf.commit(41);
      seen.push(...(await batch));
      await feed.return();
    }
    expect(seen).toEqual(upTo(1_000));
  });

  test('a row committed while the page was being read is not missed', async () => {
    const feed = new RowFeed(0, shelf);
    const first = feed.next();
    shelf.commit(1); // after the bell was hung up, before the read came back
    expect((await first).value).toEqual({ seq: 1 });
  });

  test('readers that leave while they wait leave no listener behind', async () => {
    const feeds = upTo(100).map(() => new RowFeed(0, shelf));
    const waiting = feeds.map((feed) => feed.next());
    await Promise.all(feeds.map((feed) => feed.return()));
    expect(await Promise.all(waiting)).toEqual(feeds.map(() => ({ done: true, value: undefined })));
    expect(shelf.bells.size).toBe(0);
  });

  test('a reader that does not read holds no rows and reads nothing', () => {
    const feed = new RowFeed(0, shelf);
    shelf.commit(5_000);
    expect([shelf.reads, (feed as unknown as { rows: Row[] }).rows.length]).toEqual([0, 0]);
  });

  test('a reader that falls too far behind is ended with the place it can go on from', async () => {
    const feed = new RowFeed(0, shelf, 50);
    shelf.commit(3);
    await take(feed, 3);
    shelf.commit(51);
    await expect(feed.next()).rejects.toMatchObject({ code: 'reader-too-slow', facts: { cursor: 3 } });
    expect(shelf.bells.size).toBe(0);
  });

  test('a long replay is not held against a reader', async () => {
    shelf.commit(500);
    const feed = new RowFeed(0, shelf, 50);
    expect(await take(feed, 400)).toEqual(upTo(400));
    shelf.commit(45);
    expect(await take(feed, 145)).toEqual(upTo(145, 401));
  });

  test('what a filter leaves out is looked at once and not held against a reader', async () => {
    shelf.every = 100;
    const feed = new RowFeed(0, shelf, 50);
    const first = feed.next();
    shelf.commit(4_999);
    expect((await first).value).toEqual({ seq: 100 });
    expect(await take(feed, 48)).toHaveLength(48);
    const next = feed.next();
    shelf.commit(1);
    expect((await next).value).toEqual({ seq: 5_000 });
  });

  test('ends by itself behind the last row of something that is over', async () => {
    const over: FeedSource<Row> = {
      page: async (after) => ({
        rows: upTo(3)
          .filter((seq) => seq > after)
          .map((seq) => ({ seq })),
        seenTo: 3,
        ended: true,
      }),
      listen: (ring) => shelf.listen(ring),
    };
    expect(await take(new RowFeed(1, over), 9)).toEqual([2, 3]);
    expect(shelf.bells.size).toBe(0);
  });
});
