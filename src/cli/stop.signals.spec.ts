import type { StopHow } from '../server.js';
import { StopSignals } from './stop.signals.js';

/** A server that stops when it is let. */
class SlowServer {
  readonly asked: (StopHow | undefined)[] = [];
  private letGo = (): void => undefined;
  private readonly stopped = new Promise<void>((resolve) => (this.letGo = resolve));

  stop(how?: StopHow): Promise<void> {
    this.asked.push(how);
    return this.stopped;
  }

  finish(): void {
    this.letGo();
  }
}

describe('signals to a server', () => {
  test('the first stops with grace, the second without, and the first alone is told', async () => {
    const server = new SlowServer();
    let told = 0;
    const stopped = new StopSignals().stop(server, () => told++);
    process.emit('SIGINT');
    process.emit('SIGTERM');
    server.finish();
    await stopped;
    expect(server.asked).toEqual([{}, { drainSeconds: 0 }]);
    expect(told).toBe(1);
  });

  test('one that comes while the server starts is not lost', async () => {
    const signals = new StopSignals();
    process.emit('SIGTERM');
    const server = new SlowServer();
    server.finish();
    await signals.stop(server, () => undefined);
    expect(server.asked).toEqual([{}]);
  });

  test('SIGUSR2 ends running turns too, also after a stop that waits for them', async () => {
    const server = new SlowServer();
    const stopped = new StopSignals().stop(server, () => undefined);
    process.emit('SIGTERM');
    process.emit('SIGUSR2');
    server.finish();
    await stopped;
    expect(server.asked).toEqual([{}, { drainSeconds: 0, kill: true }]);
  });

  test('nothing is listened to any more once the server has stopped', async () => {
    const before = process.listenerCount('SIGTERM');
    const signals = new StopSignals();
    process.emit('SIGTERM');
    const server = new SlowServer();
    server.finish();
    await signals.stop(server, () => undefined);
    expect(process.listenerCount('SIGTERM')).toBe(before);
  });
});
