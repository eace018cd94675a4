import type { Terminal, Tone } from './terminal.js';

const { styleText } = process.getBuiltinModule('node:util');

const PALETTE: Record<Exclude<Tone, 'plain'>, Parameters<typeof styleText>[0]> = {
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
  process.stdout.on('error', (error: NodeJS.ErrnoException) => onlyGone(error, gone));
  return {
    interactive,
    width: process.stdout.columns ?? 80,
    print: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => {
      if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', onlyGone);
      process.stderr.write(`${line}\n`);
    },
    paint: (tone, text) =>
      coloured && tone !== 'plain' ? styleText(PALETTE[tone], text, { validateStream: false }) : text,
    readerGone,
  };
}

function onlyGone(error: NodeJS.ErrnoException, then?: () => void): void {
  if (error.code !== 'EPIPE') throw error;
  then?.();
}

function isForced(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
