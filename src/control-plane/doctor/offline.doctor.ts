import { HARNESS_ADAPTERS } from '../../harness/harness.adapters.js';
import type { Finding } from './finding.js';
import type { House } from './house.js';
import { examine } from './house.doctor.js';

/** The same look without a server, for the one who wonders why there is none. */
export function examineOffline(house: House): Promise<Finding[]> {
  return examine(
    house,
    HARNESS_ADAPTERS.map((Adapter) => new Adapter()),
  );
}
