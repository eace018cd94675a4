import type { RoutingConfig } from '../../config/routing-config.js';
import { type Finding, note, ok, problem } from './finding.js';

const DAY_MS = 86_400_000;
/** After so long without a delivery the way from GitHub is worth a look. */
const LONG_MS = 7 * DAY_MS;

/** Whether deliveries wake anybody, and when the last one came. */
export function routingFindings(
  routing: Pick<RoutingConfig, 'enabled'>,
  lastDeliveryAt: number | null,
  now: number,
): Finding[] {
  const woken = routing.enabled
    ? ok('routing', 'on')
    : problem(
        'routing',
        'off: deliveries are stored and wake nobody',
        'set routing.enabled: true, or start with --route',
      );
  return [woken, delivery(lastDeliveryAt, now)];
}

function delivery(at: number | null, now: number): Finding {
  const advice = 'see "Recent Deliveries" of the webhook on GitHub, and whether the tunnel stands';
  if (at === null) return note('last delivery', 'none has ever arrived', advice);
  const found = `${ago(now - at)} ago`;
  return now - at > LONG_MS ? note('last delivery', found, advice) : ok('last delivery', found);
}

function ago(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const [size, unit] = UNITS.find(([, , upTo]) => seconds < upTo)!;
  const count = Math.round(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const UNITS: readonly (readonly [size: number, unit: string, upTo: number])[] = [
  [1, 'second', 120],
  [60, 'minute', 7_200],
  [3_600, 'hour', 172_800],
  [86_400, 'day', Infinity],
];
