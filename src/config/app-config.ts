import 'reflect-metadata';
import { Key, Section } from './config-key.js';
import { GhWebhookConfig } from './gh-webhook-config.js';
import { HarnessesConfig } from './harnesses-config.js';
import { flag, oneOf, path, text, wholeNumber } from './key-shapes.js';

export class WebhooksConfig {
  @Section('Deliveries of GitHub', GhWebhookConfig)
  ghWebhook = new GhWebhookConfig();
}

/** Beyond these bounds deliveries are answered with 503. */
export class QueueConfig {
  @Key('Most dispatches waiting for one session', wholeNumber(1, 1_000_000))
  maxPerSession = 200;

  @Key('Most dispatches waiting in all', wholeNumber(1, 10_000_000))
  maxTotal = 10_000;
}

export class ControlConfig {
  @Key('Address of the control listener', text)
  host = '127.0.0.1';

  @Key('Port of the control listener; 0 takes a free one', wholeNumber(0, 65_535))
  port = 8788;

  @Key('Allow an address outside loopback; whoever reaches it and holds the token controls your agents', flag)
  exposed = false;
}

export class StateConfig {
  @Key('Directory of everything the-loop keeps; a relative path counts from the directory of start', path)
  root = '.the-loop';

  @Key('Database of the state', oneOf('sqlite'))
  database = 'sqlite' as const;

  @Key('Deliveries, dispatches and activity older than this are removed', wholeNumber(1, 36_500))
  retainDays = 35;

  @Key(
    'How long a stop waits for running turns; after that they go on and are adopted by the next start',
    wholeNumber(0, 86_400),
  )
  drainSeconds = 15;
}

/**
 * Everything that can be configured, complete with its defaults: `new AppConfig()` is the product without a file.
 * This class is also the provider token. Documentation and schema are generated from it.
 */
export class AppConfig {
  @Section('Where events come from', WebhooksConfig)
  webhooks = new WebhooksConfig();

  @Section("The vendors' command lines", HarnessesConfig)
  harnesses = new HarnessesConfig();

  @Section('Bounds of what may wait; beyond them deliveries are answered with 503', QueueConfig)
  queue = new QueueConfig();

  @Section('The listener for you, your hooks and the playground', ControlConfig)
  control = new ControlConfig();

  @Section('What is kept on disk', StateConfig)
  state = new StateConfig();
}
