import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AppConfig } from './app-config.js';
import { SecretError } from './secret.error.js';
import { weakness } from './secret-strength.js';

const HOW =
  'make one with "the-loop init", or with "openssl rand -hex 32", and enter the same secret in the webhook settings on GitHub';

/**
 * The secrets deliveries may be signed with: one per line of `secretFile`, or of the variable named by `secretEnv`
 * when no file is set. Several are for rotation. Throws SecretError rather than return none, unless unsigned
 * deliveries are allowed.
 */
export function loadSecrets(
  config: AppConfig,
  env: Readonly<Record<string, string | undefined>>,
  base: string,
  warn: (sentence: string) => void = () => undefined,
): string[] {
  const { secretFile, secretEnv, allowUnsigned } = config.webhooks.ghWebhook;
  const source = secretFile === null ? `$${secretEnv}` : resolve(base, secretFile);
  if (secretFile !== null && allowUnsigned && !exists(source)) return [];
  const text = secretFile === null ? (env[secretEnv] ?? '') : readPrivate(source);
  const secrets = secretsOf(text);
  if (secrets.length === 0) {
    if (allowUnsigned) return [];
    throw new SecretError(missing(source, secretFile === null));
  }
  for (const sentence of remarks(text, secrets, source)) warn(sentence);
  return secrets;
}

function secretsOf(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** GitHub signs with exactly what was typed there; a newline from an editor is the usual reason for a 401. */
function remarks(text: string, secrets: readonly string[], source: string): string[] {
  const found: string[] = [];
  const trimmed = text.split(/\r?\n/).some((line) => line !== line.trim());
  if (text.endsWith('\n'))
    found.push(`The webhook secret in ${source} ends in a newline, which is left out: enter it on GitHub without one`);
  if (trimmed)
    found.push(`Blanks around the webhook secret in ${source} are left out: enter it on GitHub without them`);
  for (const secret of secrets) {
    const why = weakness(secret);
    if (why !== undefined) found.push(`The webhook secret in ${source} is weak: ${why}; ${HOW}`);
  }
  return found;
}

function readPrivate(file: string): string {
  let mode: number;
  let text: string;
  try {
    mode = statSync(file).mode;
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
    throw new SecretError(`Cannot read the webhook secret ${file}: ${reason}; ${HOW}`);
  }
  if ((mode & 0o077) !== 0) {
    throw new SecretError(
      `Cannot use the webhook secret ${file}: others may read it (mode ${(mode & 0o777).toString(8)}); run "chmod 600 ${file}"`,
    );
  }
  return text;
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

function missing(source: string, fromEnvironment: boolean): string {
  const found = fromEnvironment
    ? `${source} is empty and webhooks.ghWebhook.secretFile is not set`
    : `${source} is empty`;
  return `Cannot start without a webhook secret: ${found}; ${HOW}`;
}
