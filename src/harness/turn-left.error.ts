/** Nobody watches the turn any more; it goes on running and the next start of the server adopts it. */
export class TurnLeftError extends Error {
  readonly code = 'turn-left';

  constructor(readonly attemptId: string) {
    super(`The turn "${attemptId}" was left running; the next start of the server takes it up again`);
  }
}
