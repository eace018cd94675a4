import { jest } from '@jest/globals';
import { pino } from 'pino';
import type { Transactions } from '../database/database.transactions.js';
import type { Fact } from '../events/activity.js';
import { REJECTION_INTERVAL_MS, RejectionCounter } from './rejection.counter.js';

/** Records what is told, in place of the store. */
function counting() {
  const told: string[] = [];
  const tx = { record: (fact: Fact) => told.push(`${fact.reason}: ${fact.error}`) };
  const transactions = { run: (work: (each: typeof tx) => unknown) => Promise.resolve(work(tx)) };
  return { told, counter: new RejectionCounter(transactions as unknown as Transactions, pino({ level: 'silent' })) };
}

describe('refused requests', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test('the first for a reason is told at once, the others as a number once a minute', () => {
    const { told, counter } = counting();
    for (let i = 0; i < 1000; i += 1) counter.count('invalid-signature');
    expect(told).toEqual(['invalid-signature: 1 request was refused']);
    jest.advanceTimersByTime(REJECTION_INTERVAL_MS);
    expect(told.slice(1)).toEqual(['invalid-signature: 999 requests were refused']);
  });

  test('each reason has its own minute', () => {
    const { told, counter } = counting();
    counter.count('invalid-signature');
    counter.count('body-too-large');
    expect(told).toHaveLength(2);
  });

  test('silence is not told, and after it the next one is told at once', () => {
    const { told, counter } = counting();
    counter.count('invalid-json');
    jest.advanceTimersByTime(5 * REJECTION_INTERVAL_MS);
    expect(told).toHaveLength(1);
    counter.count('invalid-json');
    expect(told).toHaveLength(2);
  });

  test('a stop tells what is left', async () => {
    const { told, counter } = counting();
    counter.count('invalid-json');
    counter.count('invalid-json');
    await counter.onApplicationShutdown();
    expect(told).toEqual(['invalid-json: 1 request was refused', 'invalid-json: 1 request was refused']);
  });
});
