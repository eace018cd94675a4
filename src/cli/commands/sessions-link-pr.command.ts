import type { ExitCode } from '../cli-error.js';
import type { Command, OptionTable } from '../command.js';
import { graphql } from '../graphql.client.js';
import { OPERATIONS } from '../operations.js';
import { printable } from '../printable.js';
import { CLIENT_OPTIONS, locateControl } from '../server.locator.js';
import { SESSION_KEY_OPTIONS, sessionKey } from '../session-key.js';
import type { SessionFields } from '../session-record.js';

const OPTIONS = {
  ...SESSION_KEY_OPTIONS,
  'pull-request': { type: 'string', value: 'REF', about: 'the pull request, github:OWNER/REPO#N', required: true },
  ...CLIENT_OPTIONS,
} as const satisfies OptionTable;

export const sessionsLinkPr: Command<typeof OPTIONS> = {
  options: OPTIONS,
  notes: "The pull request's events reach the session from then on.",
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const variables = { session: sessionKey(options), pullRequest: options['pull-request'] };
    const control = await locateControl(surroundings, options.config);
    const { linkPullRequest } = await graphql<{ linkPullRequest: SessionFields }>(
      control,
      OPERATIONS.linkPullRequest,
      variables,
    );
    terminal.print(printable(`${variables.pullRequest} belongs to the session of ${linkPullRequest.workItem} now`));
    return 0;
  },
};
