import { styleText } from 'node:util';
import type { Terminal, Tone } from './terminal.js';

const PALETTE: Record<Tone, Parameters<typeof styleText>[0]> = {
  plain: 'reset',
  good: 'green',
  bad: 'red',
  warn: 'yellow',
  quiet: 'dim',
  strong: 'bold',
  accent: 'cyan',
};

/** The terminal this process was started in. A reader that goes away (`| head`) is no defect. */
export function processTerminal(): Terminal {
  const interactive = process.stdout.isTTY === true;
  const coloured = interactive ? process.stdout.hasColors() : isForced(process.env['FORCE_COLOR']);
  let gone = (): void => undefined;
  const readerGone = new Promise<void>((resolve) => (gone = resolve));
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      if (stream === process.stdout) gone();
    });
  }
  return {
    interactive,
    width: process.stdout.columns ?? 80,
    print: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
    paint: (tone, text) =>
      coloured && tone !== 'plain' ? styleText(PALETTE[tone], text, { validateStream: false }) : text,
    readerGone,
  };
}

function isForced(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
