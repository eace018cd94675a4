import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type HarnessSettings, harnessSettings } from '../../config/harness-settings.js';
import { withheld } from '../../harness/child-environment.js';
import { askCommand } from '../../harness/command.runner.js';
import type { HarnessAdapter } from '../../harness/harness.adapter.js';
import { harnessArgsKey, wideningArgs } from '../../harness/harness-flags.js';
import { findHarness } from '../../harness/launch.check.js';
import { type Finding, note, ok, problem } from './finding.js';
import type { House, StoredFacts } from './house.js';
import { knownFault } from './known-bad-versions.js';
import { loginSign } from './login-signs.js';

const VERSION_WITHIN_MS = 10_000;

interface Examined {
  readonly adapter: HarnessAdapter;
  readonly house: House;
  readonly facts: StoredFacts;
  /** Whether sessions run on it, or would. */
  readonly isUsed: boolean;
}

/** One harness: its program, its log-in, the user's arguments for it, what it is not given, and where it works. */
export async function checkHarness(adapter: HarnessAdapter, house: House, facts: StoredFacts): Promise<Finding[]> {
  const { defaultHarness, spawnOnUnmatched } = house.config.webhooks.ghWebhook.routing;
  const isNext = defaultHarness === adapter.name && (spawnOnUnmatched !== 'never' || facts.sessions.length === 0);
  const isUsed = isNext || facts.sessions.some(({ harness }) => harness === adapter.name);
  const examined = { adapter, house, facts, isUsed };
  const { name } = adapter;
  const found = findHarness(name, settingsOf(examined).binary, house.env.PATH);
  if (typeof found !== 'string') {
    if (isUsed) return [problem(name, found.detail, `install it, or set harnesses.${name}.binary`)];
    return [note(name, 'not installed, and nothing uses it')];
  }
  return [
    await version(examined, found),
    login(examined),
    ...freedom(examined),
    ...environment(examined),
    ...places(examined),
  ];
}

async function version(examined: Examined, path: string): Promise<Finding> {
  const { name } = examined.adapter;
  const asked = { env: handedOn(examined), timeoutMs: VERSION_WITHIN_MS };
  const answer = await askCommand(path, ['--version'], asked);
  const told = answer?.stdout.trim().split('\n')[0]?.slice(0, 100) ?? '';
  if (answer?.code !== 0 || told === '') {
    const why = answer === undefined ? 'did not answer' : `ended with ${answer.code}`;
    return problem(name, `${path} ${why} when asked for its version`, `install ${name} again`);
  }
  const fault = knownFault(name, told);
  if (fault === undefined) return ok(name, `${path}, ${told}`);
  return problem(name, `${path}, ${told}: ${fault.fault}`, fault.advice);
}

function login({ adapter: { name }, house, facts }: Examined): Finding {
  const subject = `${name} log-in`;
  const sign = loginSign(name, { env: house.env, home: house.home, platform: process.platform }, existsSync);
  const waits = facts.waiting.some(({ harness, outcome }) => harness === name && outcome === 'not-logged-in');
  if (waits && sign.kind !== 'found')
    return problem(subject, 'its last turn was refused for want of a log-in', sign.advice);
  if (waits) return problem(subject, 'its last turn was refused for want of a log-in', 'log in again');
  if (sign.kind === 'found') return ok(subject, `found ${sign.where}`);
  const found = sign.kind === 'none' ? 'no sign of one' : 'it does not tell from outside';
  return note(subject, found, `if turns are refused: ${sign.advice}`);
}

/** What the user has allowed it; nothing is widened by the product itself. */
function freedom(examined: Examined): Finding[] {
  const { adapter } = examined;
  const name = `${adapter.name} arguments`;
  const args = settingsOf(examined).extraArgs;
  const fault = adapter.argumentProblem(args);
  if (fault !== undefined) return [problem(name, fault, 'take it out')];
  const wider = wideningArgs(args, adapter.flags);
  if (wider.length === 0) return [ok(name, 'none that widen what it may do')];
  return [
    note(
      name,
      `widen what it may do unasked: ${wider.join(' ')}`,
      `remove them from ${harnessArgsKey(adapter.name)} if that is not meant`,
    ),
  ];
}

function environment(examined: Examined): Finding[] {
  const { adapter, house } = examined;
  if (!examined.isUsed) return [];
  const names = withheld(house.env, rulesOf(examined));
  if (names.length === 0) return [];
  const advice = `what it needs of them goes into harnesses.${adapter.name}.environment`;
  return [note(`${adapter.name} environment`, `withheld: ${names.join(' ')}`, advice)];
}

/** A directory that is gone, or that the harness will not work in for want of trust. */
function places(examined: Examined): Finding[] {
  const { facts } = examined;
  const { name } = examined.adapter;
  const subject = `${name} directories`;
  const sessions = facts.sessions.filter(({ harness }) => harness === name);
  if (sessions.length === 0) return [];
  const gone = sessions.filter(({ cwd }) => !existsSync(cwd));
  if (gone.length > 0) {
    const list = gone.map(({ cwd, workItem }) => `${cwd} (${workItem})`).join(', ');
    return [problem(subject, `gone: ${list}`, 'bring them back, register the sessions again elsewhere, or close them')];
  }
  const args = settingsOf(examined).extraArgs;
  if (name === 'cursor' && !args.includes('--trust')) {
    const found = 'Cursor refuses a directory nobody has trusted, and cannot ask in a turn';
    return [note(subject, found, `open each of them in cursor-agent once, or add --trust to ${harnessArgsKey(name)}`)];
  }
  const untrusted = sessions.filter(({ cwd }) => !isInGit(cwd));
  if (name === 'codex' && untrusted.length > 0 && !args.includes('--skip-git-repo-check')) {
    const list = untrusted.map(({ cwd }) => cwd).join(', ');
    return [
      problem(
        subject,
        `Codex works in git repositories only, and these are none: ${list}`,
        'register the sessions in their checkouts',
      ),
    ];
  }
  return [
    ok(subject, `${sessions.length} in use, all there${name === 'claude' ? '; a turn needs no trust in them' : ''}`),
  ];
}

function isInGit(directory: string): boolean {
  if (existsSync(join(directory, '.git'))) return true;
  return dirname(directory) !== directory && isInGit(dirname(directory));
}

function settingsOf({ adapter, house }: Examined): HarnessSettings {
  return harnessSettings(house.config, adapter.name)!;
}

function rulesOf(examined: Examined) {
  const { secretEnv } = examined.house.config.webhooks.ghWebhook;
  const { adapter } = examined;
  return {
    harness: adapter.environment,
    names: settingsOf(examined).environment,
    secrets: [secretEnv],
  };
}

/** The environment a turn would get, without what is said to the turn itself. */
function handedOn(examined: Examined): Record<string, string> {
  const away = new Set(withheld(examined.house.env, rulesOf(examined)));
  const kept = Object.entries(examined.house.env).filter(([name, value]) => value !== undefined && !away.has(name));
  return Object.fromEntries(kept) as Record<string, string>;
}
