/** Options every command has that speaks to a running server. */
export const CLIENT_OPTIONS = {
  config: {
    type: 'string',
    value: 'FILE',
    about: 'configuration of the server meant, when it is not the one of this directory',
  },
} as const;

/** Options of every command that shows something. */
export const SHOW_OPTIONS = {
  ...CLIENT_OPTIONS,
  format: {
    type: 'string',
    value: 'FORMAT',
    about: 'how to print',
    choices: ['table', 'json', 'jsonl'],
    default: 'table',
  },
} as const;
