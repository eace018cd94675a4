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

/**
 * The terminal this process was started in. A reader that goes away (`| head`) is no defect, and output that cannot be
 * written (a full disk, a terminal that was closed) ends no server.
 */
export function processTerminal(): Terminal {
  const interactive = process.stdout.isTTY === true;
  const coloured = interactive ? process.stdout.hasColors() : isForced(process.env['FORCE_COLOR']);
  let gone = (): void => undefined;
  const readerGone = new Promise<void>((resolve) => (gone = resolve));
  const complain = (line: string): void => {
    if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => undefined);
    process.stderr.write(`${line}\n`);
  };
  let told = false;
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    gone();
    if (code === 'EPIPE' || told) return;
    told = true;
    process.once('exit', (ended) => (process.exitCode = ended === 0 ? 1 : ended));
    complain(`Cannot write the output: ${message}`);
  });
  return {
    interactive,
    width: process.stdout.columns ?? 80,
    print: (line) => void process.stdout.write(`${line}\n`),
    complain,
    paint: (tone, text) =>
      coloured && tone !== 'plain' ? styleText(PALETTE[tone], text, { validateStream: false }) : text,
    readerGone,
  };
}

function isForced(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
