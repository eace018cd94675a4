export type PostingKind = 'comment' | 'close' | 'reopen';

/** A delivery as its sender knows it. Times are ticks of one counter: only their order means something. */
export interface Posting {
  readonly id: string;
  readonly kind: PostingKind;
  /** `github:owner/repo#n` */
  readonly item: string;
  readonly event: string;
  readonly payload: unknown;
  firstPostedAt: number | null;
  /** When a 202 came back; null while the sender cannot know whether it arrived. */
  ackedAt: number | null;
  posts: number;
}
