import { spawn } from 'node:child_process';
import { CliError } from './cli-error.js';

/** Opens an address in the person's browser and does not wait for it. */
export function openBrowser(address: string): Promise<void> {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  return new Promise((resolve, reject) => {
    const child = spawn(program, [address], { detached: true, stdio: 'ignore' });
    child.once('error', () =>
      reject(
        new CliError(
          'no-browser',
          1,
          `Cannot open a browser: there is no ${program} here; use "the-loop open --print"`,
        ),
      ),
    );
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
