import { Writable } from 'node:stream';
import { pino, type Logger } from 'pino';
import { logLine } from './log-line.js';
import type { Terminal } from './terminal.js';

/** The server's log: one JSON object a line in a pipe, readable lines on a terminal. */
export function serverLog(terminal: Terminal): Logger {
  const readable = new Writable({
    write(chunk: Buffer, _encoding, done) {
      terminal.print(logLine(chunk.toString('utf8'), terminal));
      done();
    },
  });
  return pino({ level: 'info', base: undefined }, terminal.interactive ? readable : process.stdout);
}
