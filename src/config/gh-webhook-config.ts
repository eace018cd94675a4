import { Key, Section } from './config-key.js';
import { flag, listOf, matching, nullable, path, text, wholeNumber } from './key-shapes.js';
import { RoutingConfig } from './routing-config.js';

export const DEFAULT_EVENTS = [
  'issues',
  'issue_comment',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'workflow_run',
  'check_run',
  'check_suite',
  'status',
] as const;

/** The door GitHub knocks at. */
export class GhWebhookConfig {
  @Key('Address of the webhook listener', text)
  host = '127.0.0.1';

  @Key('Port of the webhook listener; 0 takes a free one', wholeNumber(0, 65_535))
  port = 8787;

  @Key(
    'Path that takes deliveries',
    matching(/^\/(?!healthz$)[A-Za-z0-9._~/-]*$/, 'a path beginning with "/", other than /healthz'),
  )
  path = '/gh-webhook';

  @Key('File with the webhook secret, readable by you alone (0600); one secret per line, for rotation', nullable(path))
  secretFile: string | null = null;

  @Key(
    'Environment variable with the webhook secret, used when secretFile is null; one secret per line, for rotation',
    matching(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable'),
  )
  secretEnv = 'THE_LOOP_GH_WEBHOOK_SECRET';

  @Key('Take deliveries without a signature; only on loopback and with spawnOnUnmatched: never', flag)
  allowUnsigned = false;

  @Key("Largest body of a delivery in bytes; GitHub's own limit is 25 MiB", wholeNumber(1024, 104_857_600))
  maxBodyBytes = 26_214_400;

  @Key(
    'Events that are routed; all others are stored and ignored',
    listOf(/^[a-z][a-z0-9_]*$/, 'names of GitHub events'),
  )
  events: string[] = [...DEFAULT_EVENTS];

  @Section('What a delivery leads to', RoutingConfig)
  routing = new RoutingConfig();
}
