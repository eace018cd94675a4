/** How patient the preparation of a checkout is, and how talkative. */
export class WorkspacePace {
  /** A clone or fetch in all, and how long it may be silent. */
  readonly networkMs: number = 60 * 60_000;
  readonly silenceMs: number = 5 * 60_000;
  /** Writing a tree, or looking at all of it. */
  readonly treeMs: number = 15 * 60_000;
  /** A delivery may arrive before the refs it tells of can be fetched. */
  readonly refPausesMs: readonly number[] = [1_000, 3_000, 6_000];
  /** The activity hears of a preparation that takes longer than this, and again after each such while. */
  readonly reportMs: number = 15_000;

  constructor(own: Partial<WorkspacePace> = {}) {
    Object.assign(this, own);
  }
}
