import { parseWorkItemRef } from '../../src/sessions/work-item-ref.js';
import { closing, opening } from '../../src/dispatch/prompt/fence.js';
import type { PromptInput } from '../../src/dispatch/prompt/prompt-input.js';
import { renderBatch } from '../../src/dispatch/prompt/render-prompt.js';

export const FENCE = '7c0d9e1f2a3b4c5d';
export const MARKER = '<!-- the-loop:agent-comment -->';
const workItem = parseWorkItemRef('github:octo-org/octo-repo#12');
const repository = { full_name: 'octo-org/octo-repo', html_url: 'https://github.com/octo-org/octo-repo' };
const sender = { login: 'octocat', type: 'User' };

/** A comment on the session's own item. */
export const comment = (body: unknown): PromptInput => ({
  kind: 'resume',
  workItem,
  marker: MARKER,
  fence: FENCE,
  event: 'issue_comment',
  action: 'created',
  deliveryId: '5e6bb7d4-7854-11ee-83b2-9f98ba41daf2',
  payload: {
    action: 'created',
    issue: { number: 12, title: 'Widget', html_url: `${repository.html_url}/issues/12`, body: 'The long description' },
    comment: { id: 1, body, user: sender, html_url: `${repository.html_url}/issues/12#issuecomment-1` },
    repository,
    sender,
  },
});

export const promptEvent = (
  name: string,
  action: string | null,
  payload: object,
  more: Partial<PromptInput> = {},
): PromptInput => ({
  ...comment(''),
  event: name,
  action,
  payload: { action, repository, sender, ...payload },
  ...more,
});

/** The prompt of one event. */
export function renderPrompt(input: PromptInput): string {
  const { event, action, deliveryId, payload } = input;
  return renderBatch({ ...input, events: [{ event, action, deliveryId, payload }] }).prompt;
}

/** What stands between the two fence lines; throws when they are not there exactly once. */
export function untrusted(prompt: string): string {
  const [before = '', rest, ...more] = prompt.split(`\n${opening(FENCE)}\n`);
  const [data, after, ...others] = (rest ?? '').split(`\n${closing(FENCE)}`);
  if (data === undefined || after === undefined || more.length > 0 || others.length > 0 || before === '') {
    throw new Error(`The fence does not hold: ${prompt}`);
  }
  return data;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export const dataOf = (prompt: string): any => JSON.parse(untrusted(prompt));

export function ownWords(prompt: string): string {
  const data = untrusted(prompt);
  const start = prompt.indexOf(data);
  return prompt.slice(0, start) + prompt.slice(start + data.length);
}
