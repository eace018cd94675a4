/**
 * Why we end a turn ourselves. It is stored before the first signal, because an exit status cannot tell: a harness
 * exits with 143 by itself, too. `lingered` is no failure: the result was there and the process stayed.
 */
export type EndIntent = 'timed-out' | 'silent' | 'output-limit' | 'cancelled' | 'killed' | 'lingered';
