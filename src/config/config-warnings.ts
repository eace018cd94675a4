import { AppConfig } from './app-config.js';

export interface ConfigWarning {
  readonly path: readonly string[];
  readonly remark: string;
}

/** What is allowed, and still worth a sentence at start. */
export function warningsOf(config: AppConfig): ConfigWarning[] {
  return [...closingEvents(config), ...unsigned(config)];
}

/** A narrowed list silently drops the events that end sessions. */
function closingEvents({ webhooks }: AppConfig): ConfigWarning[] {
  const path = ['webhooks', 'ghWebhook', 'events'];
  const { events } = webhooks.ghWebhook;
  if (events.length === 0) return [{ path, remark: 'the list is empty: no delivery is routed' }];
  const missing = ['issues', 'pull_request'].filter((name) => !events.includes(name));
  if (missing.length === 0) return [];
  const items = missing.map((name) => (name === 'issues' ? 'an issue' : 'a pull request')).join(' or ');
  return [{ path, remark: `without ${missing.join(' and ')}: sessions never close when ${items} is closed` }];
}

function unsigned({ webhooks }: AppConfig): ConfigWarning[] {
  if (!webhooks.ghWebhook.allowUnsigned) return [];
  return [
    {
      path: ['webhooks', 'ghWebhook', 'allowUnsigned'],
      remark: 'every program on this machine can wake your sessions',
    },
  ];
}
