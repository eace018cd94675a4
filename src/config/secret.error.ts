/** No webhook secret that may be used; without one nothing is taken in, so the start ends here. */
export class SecretError extends Error {
  readonly code = 'no-usable-secret';
}
