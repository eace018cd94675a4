import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** The token file cannot be trusted; the message says what is wrong with it and what to do. */
export class ControlTokenError extends Error {
  readonly code = 'bad-control-token';
}

/** The owner's token; made on the first call, in a directory nobody else can enter. */
export function readOrMakeControlToken(file: string): string {
  prepareDirectory(dirname(file));
  const draft = draftOf(file);
  try {
    // A link is made only where no file is: of two that start at once, both end with the same token.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readControlToken(file);
}

/** Refuses a token that others could have read or that somebody else has put there. */
export function readControlToken(file: string): string {
  const found = lstatSync(file);
  if (!found.isFile())
    throw new ControlTokenError(`Cannot use "${file}": it is no regular file; remove it and start again`);
  if (found.uid !== process.getuid?.()) {
    throw new ControlTokenError(`Cannot use "${file}": it belongs to another user; remove it and start again`);
  }
  if ((found.mode & 0o077) !== 0) {
    const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
    throw new ControlTokenError(
      `Cannot use "${file}": its mode is ${mode}, so others can read the token; ` +
        'run "the-loop token rotate", which writes a new one with mode 0600',
    );
  }
  const token = readFileSync(file, 'utf8').trim();
  if (!/^[A-Za-z0-9_-]{43,512}$/.test(token)) {
    throw new ControlTokenError(`Cannot use "${file}": it holds no token; run "the-loop token rotate"`);
  }
  return token;
}

/** Puts a new token in place at once; the old one is worth nothing from then on. */
export function rotateControlToken(file: string): string {
  prepareDirectory(dirname(file));
  const draft = draftOf(file);
  renameSync(draft, file);
  return readControlToken(file);
}

function prepareDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if ((statSync(directory).mode & 0o022) === 0) return;
  throw new ControlTokenError(
    `Cannot keep a token in "${directory}": others may write there and could put their own in its place; ` +
      `run "chmod 700 ${directory}"`,
  );
}

function draftOf(file: string): string {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(draft, 0o600); // whatever the umask says
  return draft;
}
