import { randomUUID } from 'node:crypto';

/**
 * A UUID of version 7 (RFC 9562): its first digits are the time, so that ids made one after the other lie side by side in
 * an index, and folders named by them are sorted by age.
 */
export function orderedUuid(epochMs: number): string {
  const time = epochMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${randomUUID().slice(15)}`;
}
