import { formatWorkItemRef, isRepositoryName, workItemRef, type WorkItemRef } from '../../sessions/work-item-ref.js';
import type { PromptEvent } from './prompt-input.js';

/** The values that may stand in our own sentences. Each has passed a pattern in which nothing can be said. */
export interface EventFacts {
  readonly event: string;
  readonly action: string;
  readonly repository: string | null;
  readonly deliveryId: string | null;
  readonly host: string;
}

const WORD = /^[a-z][a-z_]{0,59}$/;
const DELIVERY_ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,99}$/;
const HOST = /^[a-z0-9.-]{1,253}(:\d{1,5})?$/;
const SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export function eventFacts({ event, action, deliveryId, payload }: PromptEvent): EventFacts {
  return {
    event: WORD.test(event) ? event : 'unknown event',
    action: action !== null && WORD.test(action) ? action : 'no action',
    repository: repositoryOf(payload),
    deliveryId: deliveryId !== null && DELIVERY_ID.test(deliveryId) ? deliveryId : null,
    host: hostOf(payload),
  };
}

/** Also a stored reference is checked again before it stands in the open. */
export function itemName(ref: WorkItemRef): string {
  const checked = workItemRef(ref.owner, ref.repo, ref.number);
  if (checked === undefined) throw new TypeError('A prompt needs a work item with a valid name');
  return formatWorkItemRef(checked);
}

export function itemUrl(ref: WorkItemRef, host: string): string {
  return `https://${host}/${ref.owner}/${ref.repo}/issues/${ref.number}`;
}

/** A field of a payload by its path, whatever the payload is. */
export function field(source: unknown, ...path: readonly string[]): unknown {
  let value = source;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

export function shaOf(value: unknown): string | null {
  return typeof value === 'string' && SHA.test(value) ? value : null;
}

export function idOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

function repositoryOf(payload: unknown): string | null {
  const name = field(payload, 'repository', 'full_name');
  if (typeof name !== 'string') return null;
  const [owner = '', repo = '', ...rest] = name.split('/');
  return rest.length === 0 && isRepositoryName(owner, repo) ? name : null;
}

function hostOf(payload: unknown): string {
  const url = field(payload, 'repository', 'html_url');
  const host = typeof url === 'string' && URL.canParse(url) ? new URL(url).host : '';
  return HOST.test(host) ? host : 'github.com';
}
