import { existsSync, lstatSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { loadSecrets } from '../../config/secrets.loader.js';
import { readControlToken } from '../control-token.file.js';
import { type Finding, note, ok, problem } from './finding.js';
import type { House } from './house.js';

const MB = 1024 * 1024;
const ENOUGH_MB = 2_048;
const TOO_LITTLE_MB = 256;

/** Secret, token, modes and room on the disk. */
export async function checkFiles(house: House): Promise<Finding[]> {
  return [secret(house), token(house), ...modes(house), await disk(house)];
}

function secret({ config, env }: House): Finding {
  const { secretFile, secretEnv, allowUnsigned } = config.webhooks.ghWebhook;
  const remarks: string[] = [];
  try {
    const secrets = loadSecrets(config, env, process.cwd(), (remark) => remarks.push(remark));
    if (secrets.length === 0) {
      return note('secret', 'none: unsigned deliveries are taken from every program of this machine', UNSIGNED);
    }
    const source = secretFile ?? `$${secretEnv}`;
    if (remarks.length === 0) return ok('secret', `${secrets.length === 1 ? 'one' : secrets.length} from ${source}`);
  } catch (error) {
    // The sentences of the loader end in what to do.
    const [found = '', ...advice] = (error as Error).message.split('; ');
    return problem('secret', found, advice.join('; ') || 'make it readable by you alone');
  }
  const weak = remarks.find((remark) => remark.includes(' is weak: '));
  if (weak !== undefined) return problem('secret', weak, 'replace it here and on GitHub');
  return note('secret', remarks[0]!, allowUnsigned ? UNSIGNED : null);
}

const UNSIGNED = 'set a secret, and allowUnsigned: false, before anything but this machine can reach it';

function token({ paths }: House): Finding {
  if (lstatSync(paths.controlToken, { throwIfNoEntry: false }) === undefined) {
    return note('control token', `${paths.controlToken} is not there yet; the first start makes it`);
  }
  try {
    readControlToken(paths.controlToken);
    return ok('control token', `${paths.controlToken}, readable by you alone`);
  } catch (error) {
    return problem('control token', (error as Error).message, 'run "the-loop token rotate"');
  }
}

/** What holds payloads, prompts and tokens is nobody else's to read. */
function modes({ paths }: House): Finding[] {
  if (!existsSync(paths.root))
    return [note('state folder', `${paths.root} is not there yet; the first start makes it`)];
  const open = [paths.root, paths.runs, paths.spool, paths.backups, paths.database, paths.server].flatMap((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && (found.mode & 0o077) !== 0 ? [path] : [];
  });
  const within = open.filter((path) => path !== paths.root);
  // Nobody gets past the folder when it is closed itself.
  if (!open.includes(paths.root)) return [ok('state folder', `${paths.root}, closed to others`)];
  const advice = `run "chmod 700 ${paths.root}"`;
  const found = `others may enter ${paths.root}`;
  return [
    within.length === 0
      ? note('state folder', `${found}; everything in it is closed to them`, advice)
      : problem('state folder', `${found} and read ${within.join(', ')}`, advice),
  ];
}

async function disk({ paths }: House): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(existsSync(paths.root) ? paths.root : '.');
    const free = Math.floor((bavail * bsize) / MB);
    const found = `${free} MB free at ${paths.root}`;
    if (free < TOO_LITTLE_MB) return problem('disk', found, 'make room: a full disk refuses deliveries with 503');
    return free < ENOUGH_MB ? note('disk', found, 'make room soon') : ok('disk', found);
  } catch (error) {
    return note('disk', `cannot be asked: ${(error as Error).message}`);
  }
}
