import type { HarnessAdapter } from '../../harness/harness.adapter.js';
import { checkFiles } from './file.checkup.js';
import { type Finding, ok } from './finding.js';
import { checkHarness } from './harness.checkup.js';
import type { House } from './house.js';
import { checkListeners } from './listener.checkup.js';
import { routingFindings } from './routing-findings.js';
import { checkStore } from './store.checkup.js';

/** Looks at everything a server needs, and says of each what was found and what to do. Changes nothing. */
export async function examine(house: House, adapters: readonly HarnessAdapter[]): Promise<Finding[]> {
  const { findings: store, facts } = checkStore(house.paths.database);
  const [files, listeners, ...harnesses] = await Promise.all([
    checkFiles(house),
    checkListeners(house),
    ...adapters.map((adapter) => checkHarness(adapter, house, facts)),
  ]);
  return [
    ...routingFindings(house.config.webhooks.ghWebhook.routing, facts.lastDeliveryAt, Date.now()),
    ...harnesses.flat(),
    ...files,
    ...listeners,
    ...store,
    ok('node', process.version),
  ];
}
