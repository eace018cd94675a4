import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One routing case, in the format of test/cases/case.schema.json. */
export interface RoutingCase {
  readonly name: string;
  readonly title: string;
  readonly event?: string;
  readonly delivery?: string;
  readonly payload?: Record<string, unknown>;
  readonly raw?: { readonly headers: Record<string, string>; readonly body?: string; readonly generate?: Generated };
  readonly config: Record<string, unknown>;
  readonly registry: readonly CaseSession[];
  readonly history?: { readonly processed?: readonly string[]; readonly failed?: readonly string[] };
  readonly expect: { readonly http: number | number[]; readonly decision: string; readonly [part: string]: unknown };
}

interface Generated {
  readonly prefix: string;
  readonly fill: string;
  readonly count: number;
  readonly suffix: string;
}

export interface CaseSession {
  readonly id: string;
  readonly workItem: string;
  readonly harness: string;
  readonly status: 'active' | 'closed';
  readonly pullRequests?: readonly string[];
  readonly endpointOf?: string;
  readonly recentDeliveries?: readonly string[];
  readonly repositoryId?: number;
}

/** The folder of the case files: CASES_DIR, or the copy in this repository. */
export const CASES = process.env.CASES_DIR ?? join(import.meta.dirname, '../cases');

export function routingCases(folder = CASES): RoutingCase[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => join(folder, name, file)))
    .filter((path) => path.endsWith('.json'))
    .sort()
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as RoutingCase);
}

/** The delivery behind the door; undefined when the door refuses it, which is not routing's business. */
export function deliveryOf(
  each: RoutingCase,
): { name: string; deliveryId: string; payload: Record<string, unknown> } | undefined {
  const refused = [each.expect.http].flat().every((status) => status >= 400);
  if (refused) return undefined;
  if (each.raw === undefined) {
    return { name: each.event!, deliveryId: each.delivery!, payload: each.payload! };
  }
  const headers = new Map(Object.entries(each.raw.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const { body, generate } = each.raw;
  const text = body ?? `${generate!.prefix}${generate!.fill.repeat(generate!.count)}${generate!.suffix}`;
  const json = headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')
    ? new URLSearchParams(text).get('payload')!
    : text;
  return {
    name: headers.get('x-github-event')!,
    deliveryId: headers.get('x-github-delivery')!,
    payload: JSON.parse(json),
  };
}
