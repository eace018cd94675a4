import type { PullRequestHead } from './workspace-request.js';

type Json = { readonly [name: string]: unknown };

/** The head that the payload of a pull request event shows; undefined when it shows none. */
export function headOfPayload(payload: unknown): PullRequestHead | undefined {
  const pullRequest = object(object(payload).pull_request);
  const head = object(pullRequest.head);
  const branch = text(head.ref);
  if (branch === null) return undefined;
  return { branch, sha: text(head.sha), fork: forkOf(head, object(pullRequest.base)) };
}

function forkOf(head: Json, base: Json): PullRequestHead['fork'] {
  if (head.repo === null) return { owner: null, repo: null }; // the fork was deleted
  const [from, to] = [object(head.repo), object(base.repo)];
  if (typeof from.id !== 'number' || typeof to.id !== 'number') return 'unknown';
  return from.id === to.id ? null : { owner: text(object(from.owner).login), repo: text(from.name) };
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
