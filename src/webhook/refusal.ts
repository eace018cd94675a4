/** What the door answers to a request that is no delivery. The words are stable; the sentence is for the sender. */
export const REFUSALS = {
  'body-too-large': { status: 413, sentence: 'The body is larger than webhooks.ghWebhook.maxBodyBytes' },
  'no-room': { status: 503, sentence: 'Too many large bodies arrive at the same time; send it again in a while' },
  'invalid-signature': {
    status: 401,
    sentence: 'X-Hub-Signature-256 does not sign this body with a secret known here; compare the secret in GitHub',
  },
  'missing-header': { status: 400, sentence: 'X-GitHub-Event and X-GitHub-Delivery must both be present' },
  'invalid-header': {
    status: 400,
    sentence: 'X-GitHub-Event or X-GitHub-Delivery is not what GitHub sends: an event name and an id',
  },
  'unsupported-content-type': {
    status: 415,
    sentence: 'The content type must be application/json or application/x-www-form-urlencoded',
  },
  'invalid-json': { status: 400, sentence: 'The body is not JSON in UTF-8' },
  'invalid-payload': { status: 400, sentence: 'The payload is not a JSON object' },
} as const satisfies Record<string, { status: number; sentence: string }>;

export type RefusalReason = keyof typeof REFUSALS;
