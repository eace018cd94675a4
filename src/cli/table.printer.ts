import type { Terminal, Tone } from './terminal.js';
import { printableJson, printableLine } from './printable.js';

/** The option of every command that shows something. */
export const FORMAT_OPTION = {
  format: {
    type: 'string',
    value: 'FORMAT',
    about: 'how to print',
    choices: ['table', 'json', 'jsonl'],
    default: 'table',
  },
} as const;

export interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => string | number | null | undefined;
  /** The value is the state of something and is coloured by what it means. */
  readonly state?: boolean;
}

/**
 * Rows as a table for people, tab-separated without a heading in a pipe, or as JSON. `record` is what a row is in JSON.
 */
export async function printRows<Row>(
  terminal: Terminal,
  format: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  record: (row: Row) => unknown = (row) => row,
): Promise<void> {
  if (format === 'json') return terminal.print(printableJson(rows.map(record), 2));
  if (format === 'jsonl') return rows.forEach((row) => terminal.print(printableJson(record(row))));
  if (!terminal.interactive)
    return rows.forEach((row) => terminal.print(columns.map((column) => cell(column, row)).join('\t')));
  if (rows.length > 0) terminal.print(await drawn(terminal, rows, columns));
}

/** One thing: words for people, JSON for programs. */
export function printOne(terminal: Terminal, format: string, record: unknown, words: () => string): void {
  terminal.print(format === 'table' ? words() : printableJson(record, format === 'json' ? 2 : undefined));
}

async function drawn<Row>(terminal: Terminal, rows: readonly Row[], columns: readonly Column<Row>[]): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const table = new Table({
    head: columns.map(({ title }) => terminal.paint('quiet', title)),
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
  });
  for (const row of rows) {
    table.push(columns.map((column) => terminal.paint(toneOf(column, row), cell(column, row))));
  }
  return table.toString().replace(/ +$/gm, '');
}

function cell<Row>(column: Column<Row>, row: Row): string {
  return printableLine(String(column.of(row) ?? ''));
}

/** Lines between columns add nothing that blanks do not. */
const NO_LINES = Object.fromEntries(
  [
    'top',
    'top-mid',
    'top-left',
    'top-right',
    'bottom',
    'bottom-mid',
    'bottom-left',
    'bottom-right',
    'left',
    'left-mid',
    'mid',
    'mid-mid',
    'right',
    'right-mid',
    'middle',
  ].map((name) => [name, '']),
);

/** States of sessions, dispatches and deliveries, by how much they ask for a look. */
const TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  succeeded: 'good',
  accepted: 'good',
  starting: 'accent',
  queued: 'accent',
  running: 'strong',
  paused: 'warn',
  stale: 'warn',
  held: 'warn',
  interrupted: 'warn',
  parked: 'bad',
  failed: 'bad',
  quarantined: 'bad',
  defect: 'bad',
  closing: 'quiet',
  closed: 'quiet',
  cancelled: 'quiet',
  ignored: 'quiet',
};

function toneOf<Row>({ of, state }: Column<Row>, row: Row): Tone {
  return (state === true ? TONES[String(of(row))] : undefined) ?? 'plain';
}
