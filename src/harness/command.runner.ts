import { execFile } from 'node:child_process';

export interface CommandAnswer {
  readonly code: number;
  readonly stdout: string;
}

/** Runs a short question to another program; undefined when it could not be asked or did not answer in time. */
export function askCommand(
  binary: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>>; readonly timeoutMs: number },
): Promise<CommandAnswer | undefined> {
  return new Promise((resolve) => {
    try {
      const child = execFile(
        binary,
        args,
        { ...options, timeout: options.timeoutMs, maxBuffer: 16 * 1024 * 1024, encoding: 'utf8' },
        (error, stdout) => {
          if (error === null) resolve({ code: 0, stdout });
          else resolve(typeof error.code === 'number' ? { code: error.code, stdout } : undefined);
        },
      );
      child.stdin?.end();
    } catch {
      resolve(undefined);
    }
  });
}
