import type { StubRecord } from '../support/stub.record.js';

/** One line of the stub's own record: a turn that began, or one that came to its end by itself. */
export type StubRun = StubStart | { readonly event: 'end'; readonly pid: number };

export interface StubStart {
  readonly event: 'start';
  readonly pid: number;
  /** The attempt, as its environment names it. */
  readonly attempt: string;
  readonly item: string;
  /** The deliveries that its prompt names. */
  readonly deliveries: readonly string[];
  readonly conversation: string;
  readonly kind: 'spawn' | 'resume';
  /** The prompt says that this was delivered before. */
  readonly noted: boolean;
}

const NOTE = 'this was delivered to you before';

/** What the stubs wrote, in the order in which it happened. A stub that was killed while it wrote leaves half a line. */
export function stubRuns(text: string, deliveryIds: RegExp): StubRun[] {
  return text.split('\n').flatMap((line): StubRun[] => {
    const entry = parsed(line);
    if (entry?.event === 'end') return [{ event: 'end', pid: entry.pid }];
    return entry?.event === 'start' ? [startOf(entry, deliveryIds)] : [];
  });
}

function startOf({ pid, env, stdin, sessionId, kind }: StubRecord, deliveryIds: RegExp): StubStart {
  return {
    event: 'start',
    pid,
    attempt: env['THE_LOOP_RUN'] ?? '',
    item: env['THE_LOOP_WORK_ITEM'] ?? '',
    deliveries: [...new Set(stdin.match(deliveryIds))],
    conversation: sessionId,
    kind,
    noted: stdin.includes(NOTE),
  };
}

/** Half a line has the next one glued to it. */
function parsed(line: string): StubRecord | undefined {
  for (let from = 0; from >= 0; from = line.indexOf('{"event":"', from + 1)) {
    try {
      return JSON.parse(line.slice(from)) as StubRecord;
    } catch {
      // the rest may be whole
    }
  }
  return undefined;
}
