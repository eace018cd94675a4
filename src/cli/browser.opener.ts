import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { CliError } from './cli-error.js';

/**
 * Opens an address in the person's browser and does not wait for it. The address carries a token and an argument of a
 * process can be read by every user of the machine, so what the browser is given is a file only its owner can read.
 */
export function openBrowser(address: string, file: string): Promise<void> {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  rmSync(file, { force: true });
  const page = `<!doctype html><meta charset="utf-8"><title>the-loop</title><script>location.replace(${JSON.stringify(address)})</script>`;
  writeFileSync(file, page, { mode: 0o600, flag: 'wx' });
  return new Promise((resolve, reject) => {
    const child = spawn(program, [file], { detached: true, stdio: 'ignore' });
    child.once('error', () => {
      const sentence = `Cannot open a browser: there is no ${program} here; use "the-loop open --print"`;
      reject(new CliError('no-browser', 1, sentence));
    });
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
