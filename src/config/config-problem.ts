/** One thing wrong with a value: at which key, what was found and what is expected. */
export interface ConfigProblem {
  readonly path: readonly string[];
  readonly found: string;
  readonly expected: string;
}

/** A found value as a person wrote it, cut to what fits a line. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

export function sentenceOf(problem: ConfigProblem): string {
  return `${problem.path.join('.')}: found ${problem.found}; expected ${problem.expected}`;
}
