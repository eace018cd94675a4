/** ok: as it should be · note: worth knowing, nothing has to be done · problem: something has to be done. */
export type FindingState = 'ok' | 'note' | 'problem';

/** One thing that was looked at. */
export interface Finding {
  /** What was looked at, in one or two words. */
  readonly name: string;
  readonly state: FindingState;
  readonly found: string;
  /** What to do; null when it is as it should be. */
  readonly advice: string | null;
}

export const ok = (name: string, found: string): Finding => ({ name, state: 'ok', found, advice: null });

export const note = (name: string, found: string, advice: string | null = null): Finding => ({
  name,
  state: 'note',
  found,
  advice,
});

export const problem = (name: string, found: string, advice: string): Finding => ({
  name,
  state: 'problem',
  found,
  advice,
});
