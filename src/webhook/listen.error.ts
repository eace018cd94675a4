/** A listener could not be opened. */
export class ListenError extends Error {
  readonly code = 'cannot-listen';

  /** `keys` is the section of the configuration that names the address. */
  constructor(host: string, port: number, keys: string, cause: NodeJS.ErrnoException) {
    const found: Record<string, string> = {
      EADDRINUSE: `another program listens there; stop it or choose another ${keys}.port`,
      EACCES: `this user may not use the port; choose ${keys}.port above 1023`,
      EADDRNOTAVAIL: `this machine has no such address; correct ${keys}.host`,
      ENOTFOUND: `the name is not known; correct ${keys}.host`,
    };
    super(`Cannot listen on "${host}:${port}": ${found[cause.code ?? ''] ?? cause.message}`, { cause });
  }
}
