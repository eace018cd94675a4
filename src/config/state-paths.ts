import { join } from 'node:path';

/** Where everything the-loop keeps has its place; absolute when the root is. This class is also the provider token. */
export class StatePaths {
  readonly database: string;
  /** Held by the one server that works on this state. */
  readonly lock: string;
  /** One directory per dispatch with all that its turn read and wrote. */
  readonly runs: string;
  /** The owner's token for the control listener, 0600. */
  readonly controlToken: string;
  readonly backups: string;
  /** Reports of hooks that found no server; the next start reads them. */
  readonly spool: string;
  /** Addresses of the running server, for its clients. */
  readonly server: string;
  /** Log of a server started with --detach. */
  readonly log: string;

  constructor(readonly root: string) {
    const state = join(root, 'state');
    this.database = join(state, 'the-loop.sqlite');
    this.lock = join(state, 'the-loop.lock');
    this.runs = join(root, 'runs');
    this.controlToken = join(root, 'control.token');
    this.backups = join(state, 'backups');
    this.spool = join(state, 'spool');
    this.server = join(state, 'server.json');
    this.log = join(state, 'the-loop.log');
  }
}
