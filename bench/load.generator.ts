import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { signatureOf } from '../src/webhook/signature.js';
import { samplePayload } from './sample-payload.js';

/** What a round is asked for, and what it found. */
export interface Round {
  readonly url: string;
  readonly secret: string;
  readonly deliveries: number;
  readonly connections: number;
  /** Part of every answer, so that nothing else is measured than what was meant. */
  readonly answer: string;
}
export interface RoundResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** A process of its own, so that making requests and answering them do not share an event loop. */
process.on('message', (round: Round) => {
  void play(round).then((result) => process.send!(result));
});

async function play({ url, secret, deliveries, connections, answer }: Round): Promise<RoundResult> {
  const { hostname, port, pathname } = new URL(url);
  const requests = Array.from({ length: deliveries }, () => requestOf(pathname, secret)); // made before the clock runs
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(hostname, Number(port))));
  const times: number[] = [];
  const began = performance.now();
  await Promise.all(sockets.map((socket) => work(socket, requests, times, answer)));
  const seconds = (performance.now() - began) / 1000;
  for (const socket of sockets) socket.destroy();
  times.sort((a, b) => a - b);
  const at = (part: number): number => times[Math.floor(times.length * part)] ?? 0;
  return { perSecond: deliveries / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** One request after the other on one connection, until none is left. */
async function work(socket: Socket, requests: Buffer[], times: number[], wanted: string): Promise<void> {
  for (let request = requests.pop(); request !== undefined; request = requests.pop()) {
    const sent = performance.now();
    const answer = await exchange(socket, request);
    if (!answer.startsWith('HTTP/1.1 202') || !answer.includes(wanted)) throw new Error(`Not accepted: ${answer}`);
    times.push(performance.now() - sent);
  }
}

function exchange(socket: Socket, request: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const take = (bytes: Buffer): void => {
      answer += bytes.toString('latin1');
      const head = answer.indexOf('\r\n\r\n');
      const length = /content-length: (\d+)/i.exec(answer)?.[1];
      if (head === -1 || length === undefined || answer.length < head + 4 + Number(length)) return;
      socket.off('data', take).off('close', gone);
      resolve(answer);
    };
    const gone = (): void => reject(new Error(`The connection was closed after ${JSON.stringify(answer)}`));
    socket.on('data', take).once('close', gone);
    socket.write(request);
  });
}

function requestOf(path: string, secret: string): Buffer {
  const body = Buffer.from(JSON.stringify(samplePayload()));
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'User-Agent: GitHub-Hookshot/bench',
    'Content-Type: application/json',
    'X-GitHub-Event: issue_comment',
    `X-GitHub-Delivery: ${deliveryId()}`,
    `X-Hub-Signature-256: ${signatureOf(secret, body)}`,
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

/** GitHub's ids are UUIDs of version 1: the low bits of the time come first, so those of a burst lie near each other. */
function deliveryId(): string {
  const time = (
    BigInt(Date.now()) * 10_000n +
    BigInt(Math.floor(Math.random() * 10_000)) +
    0x1b21dd213814000n
  ).toString(16);
  const padded = time.padStart(15, '0');
  const node = randomBytes(8).toString('hex');
  return `${padded.slice(7)}-${padded.slice(3, 7)}-1${padded.slice(0, 3)}-${node.slice(0, 4)}-${node.slice(4)}`;
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}
