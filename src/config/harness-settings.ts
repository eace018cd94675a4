import type { AppConfig } from './app-config.js';
import type { HarnessName } from './harness-name.js';
import type { ClaudeHarnessConfig, HarnessConfig } from './harnesses-config.js';

/** Everything the configuration says of one harness. */
export interface HarnessSettings {
  readonly binary: string;
  /** Names of further variables that are handed on to it. */
  readonly environment: readonly string[];
  readonly outputFormat: 'stream-json' | 'json';
  /** The user's own arguments. */
  readonly extraArgs: readonly string[];
}

/** The settings of a harness by the name a session carries; undefined for a name the configuration does not know. */
export function harnessSettings(config: AppConfig, name: string): HarnessSettings | undefined {
  if (!Object.hasOwn(config.harnesses, name)) return undefined;
  const known = name as HarnessName;
  const section: HarnessConfig & Partial<ClaudeHarnessConfig> = config.harnesses[known];
  const { binary, environment, outputFormat = 'stream-json' } = section;
  const { harnessArgs } = config.webhooks.ghWebhook.routing;
  return { binary, environment, outputFormat, extraArgs: Object.hasOwn(harnessArgs, name) ? harnessArgs[known] : [] };
}
