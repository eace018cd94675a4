/** Remembers answers for seconds, so that a burst of questions costs one; concurrent askers share one question. */
export class BriefCache<Answer> {
  private readonly answers = new Map<string, { readonly until: number; readonly answer: Promise<Answer> }>();

  constructor(private readonly keepMs: number) {}

  get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const now = performance.now();
    for (const [old, { until }] of this.answers) if (until <= now) this.answers.delete(old);
    const known = this.answers.get(key);
    if (known !== undefined) return known.answer;
    return this.ask(key, ask);
  }

  /** Asks anew and remembers that answer. */
  ask(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const answer = ask();
    this.answers.set(key, { until: performance.now() + this.keepMs, answer });
    return answer;
  }
}
