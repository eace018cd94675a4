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

export function sessionKey(options: { 'work-item'?: string; id?: string }): { workItem?: string; id?: string } {
  const { 'work-item': workItem, id } = options;
  if ((workItem === undefined) === (id === undefined)) {
    throw new UsageError('Say which session: either --work-item REF or --id ID');
  }
  return workItem === undefined ? { id } : { workItem };
}
