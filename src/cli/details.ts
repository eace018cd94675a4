import { printable, printableLine } from './printable.js';
import type { Terminal } from './terminal.js';

export type Detail = readonly [name: string, value: string | number | null | undefined];

/** Name and value, one a line; long text goes below its name. Empty values are left out. */
export function details(terminal: Pick<Terminal, 'paint'>, rows: readonly Detail[]): string {
  const shown = rows.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown
    .map(([name, value]) => {
      const text = String(value);
      const label = terminal.paint('quiet', name.padEnd(width));
      return text.includes('\n')
        ? `${label}\n${printable(text.trimEnd()).replace(/^/gm, '    ')}`
        : `${label}  ${printableLine(text)}`;
    })
    .join('\n');
}
