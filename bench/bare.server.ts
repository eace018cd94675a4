import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteEngine } from '../src/database/sqlite.engine.js';

/**
 * What anybody would write by hand with the same promise: HMAC, JSON.parse, one durable insert, and 202 after the
 * commit that everything waiting has shared. No routing, no framework.
 */
const secret = process.argv[2]!;
const folder = mkdtempSync(join(tmpdir(), 'the-loop-bare-'));
const engine = new SqliteEngine(join(folder, 'bare.sqlite'));
engine.pragma('journal_mode = WAL');
engine.pragma('synchronous = FULL');
engine.exec(
  'CREATE TABLE delivery (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, event TEXT, action TEXT, payload BLOB)',
);

interface Waiting {
  readonly row: readonly unknown[];
  readonly done: () => void;
}
let waiting: Waiting[] = [];

function commit(): void {
  const batch = waiting;
  waiting = [];
  engine.prepared('BEGIN IMMEDIATE').run();
  for (const { row } of batch) {
    engine
      .prepared('INSERT INTO delivery (id, event, action, payload) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
      .run(...row);
  }
  engine.prepared('COMMIT').run();
  for (const { done } of batch) done();
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const claimed = Buffer.from(String(request.headers['x-hub-signature-256']).slice('sha256='.length), 'hex');
    const right = createHmac('sha256', secret).update(body).digest();
    if (claimed.length !== right.length || !timingSafeEqual(claimed, right)) return void response.writeHead(401).end();
    const { action } = JSON.parse(body.toString('utf8')) as { action: string };
    const id = request.headers['x-github-delivery'];
    const done = (): void => {
      const answer = JSON.stringify({ deliveryId: id });
      response.writeHead(202, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer);
    };
    waiting.push({ row: [id, request.headers['x-github-event'], action, body], done });
    if (waiting.length === 1) setImmediate(commit);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}/gh-webhook`);
});
process.on('message', () => process.send!(process.cpuUsage()));
process.on('disconnect', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
