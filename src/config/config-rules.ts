import type { AppConfig } from './app-config.js';
import { type ConfigProblem, shown } from './config-problem.js';
import { isLoopback } from './loopback.js';

/** Rules that need more than one key. */
export function rulesBroken(config: AppConfig): ConfigProblem[] {
  return [exposedControl(config), unsignedDoor(config), sharedPort(config), endlessQuiet(config)].filter(
    (problem) => problem !== undefined,
  );
}

function exposedControl({ control }: AppConfig): ConfigProblem | undefined {
  if (control.exposed || isLoopback(control.host)) return undefined;
  return {
    path: ['control', 'host'],
    found: shown(control.host),
    expected: 'a loopback address such as 127.0.0.1, or control.exposed: true',
  };
}

/** Without signatures anybody who reaches the door can write prompts: so nobody but this machine, and nothing starts. */
function unsignedDoor({ webhooks: { ghWebhook } }: AppConfig): ConfigProblem | undefined {
  if (!ghWebhook.allowUnsigned) return undefined;
  const path = ['webhooks', 'ghWebhook', 'allowUnsigned'];
  if (!isLoopback(ghWebhook.host)) {
    return {
      path,
      found: `true on ${shown(ghWebhook.host)}`,
      expected: 'false, or a loopback address in webhooks.ghWebhook.host',
    };
  }
  if (ghWebhook.routing.spawnOnUnmatched !== 'never') {
    return {
      path,
      found: `true with spawnOnUnmatched: ${ghWebhook.routing.spawnOnUnmatched}`,
      expected: 'false, or spawnOnUnmatched: never',
    };
  }
  return undefined;
}

function sharedPort({ control, webhooks: { ghWebhook } }: AppConfig): ConfigProblem | undefined {
  if (control.port === 0 || control.port !== ghWebhook.port) return undefined;
  return {
    path: ['control', 'port'],
    found: String(control.port),
    expected: 'another port than webhooks.ghWebhook.port: they are two listeners',
  };
}

function endlessQuiet({ webhooks: { ghWebhook } }: AppConfig): ConfigProblem | undefined {
  const { quietSeconds, maxWaitSeconds } = ghWebhook.routing.batching;
  if (quietSeconds <= maxWaitSeconds) return undefined;
  return {
    path: ['webhooks', 'ghWebhook', 'routing', 'batching', 'quietSeconds'],
    found: String(quietSeconds),
    expected: `at most batching.maxWaitSeconds, which is ${maxWaitSeconds}`,
  };
}
