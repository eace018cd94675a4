import type { ShellUse } from './shell-use.js';

/** Commands that open a pull request. One that only shows some says nothing of whose they are. */
const OPENS = /\bgh\s+pr\s+(?:create|new)\b|\bhub\s+pull-request\b/;
/** What these commands print on success, and for one that is open already: its address, alone on its line. */
const ADDRESS = /^\s*(https:\/\/[^\s/]+\/[^\s/]+\/[^\s/]+\/pull\/[1-9]\d{0,9})\s*$/gm;

/** The address of the pull request a command has opened; undefined when it did not, or when it cannot be told which. */
export function openedPullRequest({ command, output }: ShellUse): string | undefined {
  if (!OPENS.test(command)) return undefined;
  const addresses = new Set([...output.matchAll(ADDRESS)].map(([, address]) => address!));
  return addresses.size === 1 ? [...addresses][0] : undefined;
}
