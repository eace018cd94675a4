import type { Actor, EventRepository, EventText } from '../github-event.js';
import { type Fields, fieldsAt, idAt, textAt } from './payload-fields.js';
import { actorAt } from './read-actor.js';

/** The events that somebody writes, and where their text is. */
const WRITTEN = new Map([
  ['issue_comment', 'comment'],
  ['pull_request_review', 'review'],
  ['pull_request_review_comment', 'comment'],
]);

/** The comment or review of an event that is one; without a word and without an author when it cannot be read. */
export function textOf(name: string, payload: Fields): { text: EventText; author: Actor | null } | null {
  const part = WRITTEN.get(name);
  if (part === undefined) return null;
  const written = fieldsAt(payload, part);
  return {
    text: { body: textAt(written, 'body'), association: textAt(written, 'author_association') },
    author: actorAt(written, 'user'),
  };
}

/** Names the review that an inline comment or the review itself belongs to. */
export function reviewKeyOf(payload: Fields, { owner, repo }: EventRepository): string | null {
  const id = idAt(fieldsAt(payload, 'review'), 'id') ?? idAt(fieldsAt(payload, 'comment'), 'pull_request_review_id');
  return id === null ? null : `${owner}/${repo}#${id}`.toLowerCase();
}
