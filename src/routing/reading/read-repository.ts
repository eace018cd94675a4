import { isRepositoryName, repositoryKey } from '../../sessions/work-item-ref.js';
import type { EventRepository } from '../github-event.js';
import { type Fields, flagAt, idAt, textAt } from './payload-fields.js';

/** A repository as a payload shows it; null unless its full name is a valid owner/repository. */
export function repositoryFrom(fields: Fields | null): EventRepository | null {
  const [owner = '', repo = '', ...rest] = (textAt(fields, 'full_name') ?? '').split('/');
  if (rest.length > 0 || !isRepositoryName(owner, repo)) return null;
  return { owner, repo, id: idAt(fields, 'id'), private: flagAt(fields, 'private'), host: hostOf(fields) };
}

/**
 * Whether a head or base names the event's own repository: by GitHub's id, by name where an id is missing. A repository
 * that is gone is nobody's own.
 */
export function isOwn(fields: Fields | null, repository: EventRepository): boolean {
  if (fields === null) return false;
  const id = idAt(fields, 'id');
  if (id !== null && repository.id !== null) return id === repository.id;
  const name = textAt(fields, 'full_name') ?? /\/repos\/([^/]+\/[^/]+)$/.exec(textAt(fields, 'url') ?? '')?.[1];
  return name?.toLowerCase() === repositoryKey(repository);
}

function hostOf(fields: Fields | null): string {
  const page = textAt(fields, 'html_url');
  return page !== null && URL.canParse(page) ? new URL(page).host.toLowerCase() : 'github.com';
}
