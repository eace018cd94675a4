import type { Terminal, Tone } from './terminal.js';
import { printableJson, printableLine } from './printable.js';

export const FORMATS = ['table', 'json', 'jsonl'] as const;

export interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => string | number | null | undefined;
  readonly tone?: (row: Row) => Tone | undefined;
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

async function drawn<Row>(terminal: Terminal, rows: readonly Row[], columns: readonly Column<Row>[]): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const table = new Table({
    head: columns.map(({ title }) => terminal.paint('quiet', title)),
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
  });
  for (const row of rows) {
    table.push(columns.map((column) => terminal.paint(column.tone?.(row) ?? 'plain', cell(column, row))));
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
