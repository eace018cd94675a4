import { printable, printableLine } from './printable.js';
import type { Terminal, Tone } from './terminal.js';

const LEVELS: readonly { from: number; word: string; tone: Tone }[] = [
  { from: 50, word: 'error', tone: 'bad' },
  { from: 40, word: 'warn', tone: 'warn' },
  { from: 30, word: 'info', tone: 'good' },
  { from: 0, word: 'debug', tone: 'quiet' },
];

/** One JSON log line as a person reads it: time, level, message, then `name=value`; a stack below. */
export function logLine(json: string, { paint }: Pick<Terminal, 'paint'>): string {
  const { level, time, msg, err, ...fields } = JSON.parse(json) as Record<string, unknown> & {
    err?: { stack?: string };
  };
  const { word, tone } = LEVELS.find(({ from }) => Number(level) >= from) ?? LEVELS[3]!;
  const shown = Object.entries(fields).map(
    ([name, value]) => `${paint('quiet', `${name}=`)}${printableLine(textOf(value))}`,
  );
  const head = [
    paint('quiet', new Date(Number(time)).toTimeString().slice(0, 8)),
    paint(tone, word.padEnd(5)),
    printableLine(textOf(msg ?? '')),
    ...shown,
  ].join(' ');
  return err?.stack === undefined ? head : `${head}\n${printable(err.stack)}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
