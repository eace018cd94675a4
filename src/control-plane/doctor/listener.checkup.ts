import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { isLoopback } from '../../config/loopback.js';
import { isAlive } from '../../config/process.presence.js';
import { type Finding, note, ok, problem } from './finding.js';
import type { House } from './house.js';

const ANSWER_WITHIN_MS = 2_000;

interface Address {
  readonly pid: number;
  readonly webhookUrl: string;
  readonly controlUrl: string;
}

/** Whether both listeners answer; without a server, whether their ports are free. */
export async function checkListeners(house: House): Promise<Finding[]> {
  const { ghWebhook } = house.config.webhooks;
  const { control } = house.config;
  const running = addressOf(house);
  const findings = await Promise.all([
    listener('webhook listener', running?.webhookUrl, ghWebhook),
    listener('control listener', running?.controlUrl, control),
  ]);
  if (isLoopback(control.host)) return findings;
  const found = `the control listener is reachable from the network at ${control.host}`;
  return [
    ...findings,
    note('exposed', found, 'set control.host: 127.0.0.1 unless you need it; the token is all that protects it'),
  ];
}

function listener(name: string, url: string | undefined, at: { host: string; port: number }): Promise<Finding> {
  return url === undefined ? port(name, at) : answers(name, url);
}

function addressOf({ paths }: House): Address | undefined {
  try {
    const address = JSON.parse(readFileSync(paths.server, 'utf8')) as Address;
    return isAlive(address.pid) ? address : undefined;
  } catch {
    return undefined;
  }
}

async function answers(name: string, url: string): Promise<Finding> {
  const { origin } = new URL(url);
  const status = await new Promise<number | string>((resolve) => {
    const call = get(`${origin}/healthz`, { agent: false, timeout: ANSWER_WITHIN_MS }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    call.on('timeout', () => call.destroy(new Error(`no answer within ${ANSWER_WITHIN_MS / 1000} seconds`)));
    call.on('error', (error) => resolve(error.message));
  });
  if (status === 200) return ok(name, `${url} answers`);
  return problem(name, `${url} does not answer as it should: ${status}`, 'start the server anew and look at its log');
}

async function port(name: string, { host, port }: { host: string; port: number }): Promise<Finding> {
  if (port === 0) return ok(name, 'takes a free port');
  const fault = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
  if (fault === undefined) return ok(name, `${host}:${port} is free`);
  const found = fault.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${fault.message})`;
  return problem(name, `${host}:${port} ${found}`, 'end that program, or set another port');
}
