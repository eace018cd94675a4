import { isPlainObject } from '../config/plain-object.js';

/** A session as the mutation `importSession` takes it. */
export interface ImportedRecord {
  readonly workItem: string;
  readonly harness: string;
  readonly harnessSessionId: string;
  readonly cwd: string;
  readonly status: string;
  readonly createdAt: string;
  readonly lastEventAt: string | null;
  readonly recentDeliveries: readonly string[];
}

/**
 * Reads one file of a registry kept as JSON: the work item taken apart or as text, the rest as it is. Answers with a
 * sentence when the file is no such record.
 */
export function importedRecord(text: string): ImportedRecord | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `it is not JSON (${(error as Error).message})`;
  }
  if (!isPlainObject(value)) return 'it is no JSON object';
  const {
    harness,
    harnessSessionId,
    cwd,
    status = 'active',
    createdAt,
    lastEventAt = null,
    recentDeliveries = [],
  } = value;
  const record = { workItem: refOf(value.workItem), harness, harnessSessionId, cwd, status, createdAt };
  const missing = Object.entries(record).flatMap(([name, found]) => (isText(found) ? [] : [name]));
  if (lastEventAt !== null && !isText(lastEventAt)) missing.push('lastEventAt');
  if (!Array.isArray(recentDeliveries) || !recentDeliveries.every(isText)) missing.push('recentDeliveries');
  if (missing.length > 0) return `what it says of ${missing.join(', ')} is missing or no text`;
  return { ...record, lastEventAt, recentDeliveries } as ImportedRecord;
}

function refOf(workItem: unknown): unknown {
  if (!isPlainObject(workItem)) return workItem;
  const { ref, provider, owner, repo, number } = workItem;
  return isText(ref) ? ref : `${String(provider)}:${String(owner)}/${String(repo)}#${String(number)}`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
