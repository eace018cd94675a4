import { existsSync, statSync } from 'node:fs';
import { SqliteEngine, sqliteNative } from '../../database/sqlite.engine.js';
import { type Finding, note, ok, problem } from './finding.js';
import { NOTHING_STORED, type StoredFacts } from './house.js';

/** A check reads the whole file and stops everything else of its process meanwhile; every start checks it anyway. */
const CHECKED_UP_TO = 64 * 1024 * 1024;

/** The engine and the file, and what the rows in it tell. Reads only, on a connection of its own. */
export function checkStore(file: string): { findings: Finding[]; facts: StoredFacts } {
  let findings: Finding[];
  try {
    const { name, version } = sqliteNative();
    findings = [ok('sqlite', `${version} by ${name}`)];
  } catch (error) {
    return {
      findings: [problem('sqlite', (error as Error).message, 'use Node 24.12 or newer')],
      facts: NOTHING_STORED,
    };
  }
  if (!existsSync(file)) {
    return {
      findings: [...findings, note('database', `${file} is not there yet; the first start makes it`)],
      facts: NOTHING_STORED,
    };
  }
  try {
    const engine = new SqliteEngine(file, { readonly: true, timeout: 1_000 });
    try {
      return { findings: [...findings, integrity(engine, file)], facts: factsOf(engine) };
    } finally {
      engine.close();
    }
  } catch (error) {
    const found = `${file} cannot be read: ${(error as Error).message}`;
    return { findings: [...findings, problem('database', found, RESTORE)], facts: NOTHING_STORED };
  }
}

const RESTORE = 'stop the server and put the last copy of state/backups in its place; the start says how';

function integrity(engine: SqliteEngine, file: string): Finding {
  const { size } = statSync(file);
  const shown = `${file}, ${Math.ceil(size / 1024 / 1024)} MB`;
  if (size > CHECKED_UP_TO) return ok('database', `${shown}; whole when the server started, as every start checks it`);
  const [row] = engine.pragma('quick_check(1)') as { quick_check: string }[];
  if (row?.quick_check === 'ok') return ok('database', `${shown}, whole`);
  return problem('database', `${shown} is damaged: ${row?.quick_check ?? 'the check gave no answer'}`, RESTORE);
}

function factsOf(engine: SqliteEngine): StoredFacts {
  const all = <R>(text: string): R[] => engine.prepare(text).all() as R[];
  return {
    sessions: all(SESSIONS),
    waiting: all(WAITING),
    lastDeliveryAt: all<{ at: number | null }>(LAST_DELIVERY)[0]?.at ?? null,
  };
}

const SESSIONS = `SELECT harness, cwd, workItem FROM session WHERE status <> 'closed' ORDER BY createdAt DESC LIMIT 500`;
const WAITING = `
  SELECT DISTINCT session.harness AS harness, dispatch.outcome AS outcome
    FROM dispatch JOIN session ON session.id = dispatch.sessionId
   WHERE dispatch.state = 'held' AND dispatch.outcome IN ('not-logged-in', 'not-installed')`;
const LAST_DELIVERY = 'SELECT lastReceivedAt AS at FROM delivery ORDER BY seq DESC LIMIT 1';
