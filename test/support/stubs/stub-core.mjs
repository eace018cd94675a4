import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeSync } from 'node:fs';

const environment = process.env;
const begun = Date.now();

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export const forever = () => new Promise(() => setInterval(() => undefined, 60_000));
export const print = (value) => write(1, `${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
export const complain = (text) => write(2, `${text}\n`);

/** One line of STUB_RECORD; whole lines, also when several stubs write at once. */
export function record(entry) {
  if (environment.STUB_RECORD === undefined) return;
  const line = { ...entry, pid: process.pid, time: Date.now() };
  appendFileSync(environment.STUB_RECORD, `${JSON.stringify(line)}\n`);
}

export function recordStart(stdin, more = {}) {
  record({ event: 'start', argv: process.argv.slice(2), cwd: process.cwd(), env: { ...environment }, stdin, ...more });
  process.on('exit', (code) => record({ event: 'end', code, begun }));
}

/** All of stdin; a stub that was given none reads an empty one. */
export const readStdin = () => readFileSync(0, 'utf8');

/** What this turn shall do: the first rule of STUB_PLAN that fits, then the words in the prompt, which win. */
export function wishesFor(prompt) {
  return { ...planned(prompt), ...worded(prompt) };
}

function planned(prompt) {
  const file = environment.STUB_PLAN;
  if (file === undefined || !existsSync(file)) return {};
  const rules = JSON.parse(readFileSync(file, 'utf8'));
  const uses = existsSync(`${file}.uses`) ? readFileSync(`${file}.uses`, 'utf8').trim().split('\n') : [];
  const index = rules.findIndex((rule, number) => {
    const used = uses.filter((use) => use === String(number)).length;
    return prompt.includes(rule.match ?? '') && used < (rule.times ?? Infinity);
  });
  if (index < 0) return {};
  appendFileSync(`${file}.uses`, `${index}\n`);
  return rules[index].do;
}

function worded(prompt) {
  const wishes = {};
  for (const [, words] of prompt.matchAll(/\[\[stub: ([^\]]*)\]\]/g)) {
    for (const word of words.trim().split(/\s+/)) {
      const [name, value] = word.split(/=(.*)/s);
      wishes[name] = value === undefined ? true : decodeURIComponent(value);
    }
  }
  return wishes;
}

/** Everything that is the same for every harness, before the protocol's own lines. */
export async function prelude(wishes) {
  if (wishes['ignore-term']) for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => undefined);
  if (wishes.banner) print('Now using node v20.19.0 (npm v10.8.2)');
  if (wishes.mute) await forever();
  if (wishes.child) startChild(wishes.child);
}

/** Between the first line and the result. */
export async function interlude(wishes) {
  if (wishes.stderr) complain(wishes.stderr);
  if (wishes.delay) await sleep(Number(wishes.delay));
  while (wishes.hold && !existsSync(wishes.hold)) await sleep(20);
  if (wishes.hang) await forever();
  if (wishes.signal) process.kill(process.pid, wishes.signal);
  if (wishes.signal) await forever();
}

export async function epilogue(wishes, code = 0) {
  if (wishes.linger) await forever();
  process.exit(Number(wishes.exit ?? code));
}

/** `megabytes` of lines that belong to no protocol a harness has to understand. */
export async function flood(wishes, line) {
  const text = `${JSON.stringify(line)}\n`;
  for (let left = Number(wishes.megabytes ?? 0) * 1024 * 1024; left > 0; left -= Buffer.byteLength(text))
    write(1, text);
}

/** One line whose bytes arrive in two parts, cut inside a character. */
export async function printInHalves(value) {
  const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
  const cut = bytes.findIndex((byte) => byte >= 0xc0) + 1;
  writeSync(1, bytes.subarray(0, cut));
  await sleep(150);
  writeSync(1, bytes.subarray(cut));
}

/**
 * A process that stays behind. `group`: in the group of the stub · `setsid`: in a session of its own · `clean`: that,
 * and without its environment · `deaf`: that, and it ignores TERM. All keep the stub's stdout open.
 */
function startChild(kind) {
  const script = kind === 'deaf' ? "trap '' TERM; while :; do sleep 1; done" : 'while :; do sleep 1; done';
  const env = kind === 'clean' ? { PATH: environment.PATH } : environment;
  const child = spawn('/bin/sh', ['-c', script], { detached: kind !== 'group', stdio: 'inherit', env });
  child.unref();
  record({ event: 'child', child: child.pid });
}

/** Files take everything at once, pipes may not. */
function write(fd, text) {
  for (let bytes = Buffer.from(text); bytes.length > 0;) {
    try {
      bytes = bytes.subarray(writeSync(fd, bytes));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}
