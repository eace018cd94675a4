/** No turn can be planned the way it is configured. The sentence names the argument and the key to change. */
export class BadConfigurationError extends Error {
  readonly code = 'bad-configuration';
}
