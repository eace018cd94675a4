import { printRows } from './table.printer.js';
import type { Terminal } from './terminal.js';

const ROWS = [
  { name: 'one', note: 'a\tb\u001b[2J' },
  { name: '漢字', note: null },
];
const COLUMNS = [
  { title: 'name', of: (row: { name: string }) => row.name },
  { title: 'note', of: (row: { note: string | null }) => row.note },
];

async function printed(format: string, interactive: boolean, rows = ROWS): Promise<string[]> {
  const lines: string[] = [];
  const terminal: Terminal = {
    interactive,
    width: 80,
    print: (line) => void lines.push(...line.split('\n')),
    complain: () => undefined,
    paint: (_, text) => text,
    readerGone: new Promise(() => undefined),
  };
  await printRows(terminal, format, rows, COLUMNS);
  return lines;
}

describe('a list', () => {
  test('in a pipe is one line a row, tabs between fields, and nothing foreign can break that', async () => {
    expect(await printed('table', false)).toEqual(['one\ta\\tb\\u{1b}[2J', '漢字\t']);
  });

  test('on a terminal has a heading and columns that line up, wide characters too', async () => {
    expect(await printed('table', true)).toEqual(['name  note', 'one   a\\tb\\u{1b}[2J', '漢字']);
  });

  test('is one JSON array, or one object a line', async () => {
    expect(JSON.parse((await printed('json', true)).join('\n'))).toEqual(ROWS);
    expect((await printed('jsonl', false)).map((line) => JSON.parse(line) as unknown)).toEqual(ROWS);
  });

  test('that is empty prints nothing for people and an empty array for programs', async () => {
    expect(await printed('table', true, [])).toEqual([]);
    expect(await printed('json', true, [])).toEqual(['[]']);
  });
});
