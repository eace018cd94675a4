import { isPlainObject } from '../../config/plain-object.js';
import { cleanText } from './clean-text.js';
import { cutText } from './cut-text.js';
import { type Field, type Fields, fieldsOf } from './excerpt-fields.js';
import type { PromptEvent } from './prompt-input.js';

/** How much of an event is shown. */
export interface ExcerptLimits {
  /** Characters of a text. */
  readonly text: number;
  /** Longer links are left out whole: half a link is worth nothing. */
  readonly link: number;
  readonly entries: number;
}

export type Json = string | number | boolean | Json[] | { [name: string]: Json };

export interface Excerpt {
  readonly data: { [name: string]: Json };
  /** Whether hidden text was taken out of it. */
  readonly removed: boolean;
}

/** Long enough for every value GitHub has in such a place. */
const VALUE_LENGTH = 100;

/** What an agent gets to see of one event: allowed fields only, cleaned, cut, and empty ones left out. */
export function excerptOf(event: PromptEvent, withBody: boolean, limits: ExcerptLimits): Excerpt {
  const reader = new ExcerptReader(limits, withBody || bodyIsNews(event));
  const head: Record<string, Json> = { event: reader.text(event.event) };
  if (event.action !== null) head.action = reader.text(event.action);
  if (event.deliveryId !== null) head.delivery = reader.text(event.deliveryId);
  const data = { ...head, ...reader.fields(event.payload, fieldsOf(event.event)) };
  return { data, removed: reader.removed };
}

/** An item's own text is long and known to its session: it is shown where it is what happened. */
function bodyIsNews({ event, action, payload }: PromptEvent): boolean {
  if (event !== 'issues' && event !== 'pull_request') return false;
  if (action === 'edited')
    return isPlainObject(payload) && isPlainObject(payload.changes) && Object.hasOwn(payload.changes, 'body');
  return action === 'opened' || action === 'reopened' || action === 'transferred';
}

class ExcerptReader {
  removed = false;

  constructor(
    private readonly limits: ExcerptLimits,
    private readonly bodies: boolean,
  ) {}

  fields(source: unknown, fields: Fields): Record<string, Json> {
    const found: Record<string, Json> = {};
    if (!isPlainObject(source)) return found;
    for (const [name, field] of Object.entries(fields)) {
      const value = Object.hasOwn(source, name) ? this.read(source[name], field) : undefined;
      if (value !== undefined) found[name] = value;
    }
    return found;
  }

  text(value: string, limit = this.limits.text): string {
    return cutText(this.clean(value), limit);
  }

  private read(value: unknown, field: Field): Json | undefined {
    if (field === 'body' && !this.bodies) return undefined;
    if (field === 'link') return typeof value === 'string' ? this.link(value) : undefined;
    if (typeof field === 'string') return this.scalar(value, field);
    if ('one' in field) return filled(this.fields(value, field.one));
    if (!Array.isArray(value)) return undefined;
    return this.list(value, (entry) =>
      'many' in field ? filled(this.fields(entry, field.many)) : this.picked(entry, field.pick),
    );
  }

  private scalar(value: unknown, field: 'text' | 'value' | 'body'): Json | undefined {
    if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
    if (typeof value === 'boolean') return value;
    if (typeof value !== 'string' || value === '') return undefined;
    return this.text(value, field === 'value' ? Math.min(VALUE_LENGTH, this.limits.text) : this.limits.text);
  }

  private link(value: string): string {
    const link = this.clean(value);
    return link.length <= this.limits.link ? link : `[a link of ${link.length} characters is left out]`;
  }

  private picked(entry: unknown, name: string): Json | undefined {
    return isPlainObject(entry) && Object.hasOwn(entry, name) ? this.scalar(entry[name], 'text') : undefined;
  }

  private list(values: readonly unknown[], read: (entry: unknown) => Json | undefined): Json | undefined {
    const entries = values
      .slice(0, this.limits.entries)
      .map(read)
      .filter((entry) => entry !== undefined);
    const more = values.length - this.limits.entries;
    if (more > 0) entries.push(`… [${more} more left out]`);
    return entries.length > 0 ? entries : undefined;
  }

  private clean(value: string): string {
    const { text, removed } = cleanText(value);
    this.removed ||= removed;
    return text;
  }
}

function filled(fields: Record<string, Json>): Json | undefined {
  return Object.keys(fields).length > 0 ? fields : undefined;
}
