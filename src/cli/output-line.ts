import { printable, printableLine } from './printable.js';
import type { Terminal } from './terminal.js';

/** One thing a turn said or did, as the control plane tells it. */
export interface OutputFields {
  /** The place behind it, in bytes. */
  readonly after: number;
  readonly kind: string;
  readonly text: string | null;
  readonly tool: string | null;
  readonly subject: string | null;
  readonly failed: boolean | null;
  readonly json: string;
}

/** What a person reads of it; undefined where there is nothing to read. */
export function outputLine(output: OutputFields, { paint }: Pick<Terminal, 'paint'>): string | undefined {
  switch (output.kind) {
    case 'text':
      return printable(output.text ?? '');
    case 'noise':
      return paint('quiet', printable(output.text ?? ''));
    case 'waiting':
      return paint('warn', `waiting: ${printableLine(output.text ?? '')}`);
    case 'tool-started':
      return paint(
        'accent',
        `[${[output.tool, output.subject]
          .filter(Boolean)
          .map((part) => printableLine(part!))
          .join(' ')}]`,
      );
    case 'tool-finished':
      return output.failed === true ? paint('bad', '[failed]') : undefined;
    default:
      return undefined;
  }
}
