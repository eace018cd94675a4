import { jest } from '@jest/globals';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import type { Transactions } from '../database/database.transactions.js';
import type { DispatchEntity } from '../database/entities/dispatch.entity.js';
import { StoreUnavailableError } from '../database/store-unavailable.error.js';
import type { DispatchLanes } from './dispatch.lanes.js';
import type { DispatchQueue } from './dispatch.queue.js';
import { DispatchWaker } from './dispatch.waker.js';

describe('a held row whose time has come', () => {
  const due = [{ sessionId: 's', heldUntil: 0 }] as DispatchEntity[];
  const released = [[{ id: 'x', sessionId: 's' }], []];
  const log = new PassThrough();
  const run = jest.fn<() => Promise<unknown>>();
  const lanes = { push: jest.fn() };
  let waker: DispatchWaker;

  beforeEach(() => {
    jest.resetAllMocks();
    waker = new DispatchWaker(
      { run } as unknown as Transactions,
      {} as DispatchQueue,
      lanes as unknown as DispatchLanes,
      pino(log),
    );
  });
  afterEach(() => waker.stop());

  const pushed = () => new Promise((resolve) => lanes.push.mockImplementation(resolve));

  test('is tried again while the store cannot answer', async () => {
    run.mockRejectedValueOnce(new StoreUnavailableError(new Error('locked'))).mockResolvedValueOnce(released);
    const ticket = pushed();
    waker.wakeWhenDue(due);
    expect(await ticket).toEqual({ sessionId: 's', dispatchId: 'x' });
    expect(log.read()).toBeNull();
  });

  test('is reported, and not tried for ever, when a defect keeps it', async () => {
    run.mockRejectedValue(new TypeError('no such thing'));
    waker.wakeWhenDue(due);
    const [line] = (await once(log, 'data')) as [Buffer];
    expect(JSON.parse(line.toString())).toMatchObject({
      level: 50,
      timer: 'due s',
      err: { type: 'TypeError', message: 'no such thing' },
    });
    expect(run).toHaveBeenCalledTimes(1);
    expect(waker['timers'].size).toBe(0);
  });
});
