import { UsageError } from './cli-error.js';

/** How a command names the session it means. */
export const SESSION_KEY_OPTIONS = {
  'work-item': {
    type: 'string',
    value: 'REF',
    about: 'the session of this issue or pull request, github:OWNER/REPO#N',
  },
  id: { type: 'string', value: 'ID', about: 'the session with this id' },
} as const;

/** The one name given; the server takes either. */
export function sessionKey({ 'work-item': workItem, id }: { 'work-item'?: string; id?: string }): string {
  const key = workItem ?? id;
  if (key === undefined || (workItem !== undefined && id !== undefined)) {
    throw new UsageError('Say which session: either --work-item REF or --id ID');
  }
  return key;
}
