/** Places where a test may let the server die, as if by `kill -9` at the worst moment. */
export type Failpoint =
  | 'after-read-body'
  | 'after-insert-before-commit'
  | 'after-commit-before-202'
  | 'after-202'
  | 'after-prepare'
  | 'after-claim-before-spawn'
  | 'after-spawn-before-pid'
  | 'after-result-before-commit'
  | 'in-recovery'
  | 'in-migration'
  | 'in-close';

/** Ends the process at the place that TL_FAILPOINT names, and only when NODE_ENV is test. */
export function failpoint(name: Failpoint): void {
  if (process.env.NODE_ENV !== 'test' || process.env.TL_FAILPOINT !== name) return;
  process.kill(process.pid, 'SIGKILL');
}
