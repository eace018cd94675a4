import { existsSync, readFileSync } from 'node:fs';

/** What a stub wrote down about one of its runs. */
export interface StubRecord {
  readonly event: 'start' | 'end' | 'child' | 'agents';
  readonly pid: number;
  readonly time: number;
  readonly argv: string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly stdin: string;
  readonly prompt?: string;
  readonly kind: 'spawn' | 'resume';
  readonly sessionId: string;
  readonly child: number;
}

/** What stubs have written so far, all of it or one kind. A line that is just being written is not there yet. */
export function stubRecords(file: string, event?: StubRecord['event']): StubRecord[] {
  if (!existsSync(file)) return [];
  const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1).filter(Boolean);
  return whole.map((line) => JSON.parse(line) as StubRecord).filter((entry) => !event || entry.event === event);
}
