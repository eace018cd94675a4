/** Keys that can be written already and whose capability comes later. The start says so when one is set. */
export const LATER_KEYS: readonly { readonly path: readonly string[]; readonly what: string }[] = [
  { path: ['webhooks', 'ghWebhook', 'routing', 'workspace'], what: 'the-loop makes no checkouts of its own' },
];
