import type { RunningServer, StopHow } from '../server.js';

/**
 * What SIGTERM, SIGINT and SIGUSR2 mean to a server. Listened to before it starts, so that a signal that comes while it
 * starts is not lost. The first one stops with grace, a second one without; SIGUSR2, sent by `stop --kill`, ends running
 * turns too.
 */
export class StopSignals {
  private readonly wanted: StopHow[] = [];
  private told = 0;
  private tell = (): void => undefined;

  constructor() {
    process.on('SIGTERM', this.onStop).on('SIGINT', this.onStop).on('SIGUSR2', this.onKill);
  }

  /** Waits for a signal and stops the server as it says; `onFirst` is told of the first one. */
  async stop(server: Pick<RunningServer, 'stop'>, onFirst: () => void): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.tell = () => {
        if (this.told === 0 && this.wanted.length > 0) onFirst();
        while (this.told < this.wanted.length) void server.stop(this.wanted[this.told++]).then(resolve, reject);
      };
      this.tell();
    });
    process.off('SIGTERM', this.onStop).off('SIGINT', this.onStop).off('SIGUSR2', this.onKill);
  }

  private readonly onStop = (): void => this.want(this.wanted.length === 0 ? {} : { drainSeconds: 0 });
  private readonly onKill = (): void => this.want({ drainSeconds: 0, kill: true });

  private want(how: StopHow): void {
    this.wanted.push(how);
    this.tell();
  }
}
