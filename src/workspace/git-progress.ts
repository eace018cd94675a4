/** How far a long command of git is, in its own words. */
export interface GitProgress {
  readonly phase: string;
  readonly percent: number;
}

/** Reads `Receiving objects:  42% (420/1000)`, also behind `remote: `; undefined for every other line. */
export function readProgress(line: string): GitProgress | undefined {
  const [, phase, percent] = /^(?:remote: )?([A-Z][A-Za-z ]{2,40}): +(\d{1,3})% \(/.exec(line) ?? [];
  return phase === undefined ? undefined : { phase, percent: Math.min(100, Number(percent)) };
}
