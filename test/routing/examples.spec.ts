import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decide } from '../../src/routing/decide.js';
import { NEVER_WORK_ITEMS } from '../../src/routing/never-work-items.js';
import { formatWorkItemRef } from '../../src/sessions/work-item-ref.js';
import { NOTHING_KNOWN, OPEN_POLICY, routingService } from './in-memory.js';

const PACKAGE = join(import.meta.dirname, '../../node_modules/@octokit/webhooks-examples');
const FOLDERS = ['api.github.com', 'ghes-31', 'ghes-32', 'ghes-33', 'ghes-34', 'ghes-35'];

interface Family {
  readonly name: string;
  readonly examples: readonly Record<string, unknown>[];
}

const routing = routingService();
const everything = FOLDERS.flatMap((folder) =>
  (JSON.parse(readFileSync(join(PACKAGE, folder, 'index.json'), 'utf8')) as Family[]).flatMap(({ name, examples }) =>
    examples.map((payload) => ({ folder, name, payload })),
  ),
);

/** What GitHub publishes as examples of its payloads: they test shapes, for they link nothing. */
describe('the published example payloads', () => {
  test('are all there', () => expect(everything).toHaveLength(726));

  test('are read and decided without an exception', () => {
    for (const { name, payload } of everything) {
      const event = routing.read(name, 'd-1', payload);
      const policy = { ...OPEN_POLICY, events: [name], spawnOnUnmatched: 'always' as const };
      expect(decide(event, routing.mentions(event), NOTHING_KNOWN, policy).decisions).toHaveLength(1);
    }
  });

  test('are of events that are read, or documented as never about a work item', () => {
    const names = new Set(everything.map(({ name }) => name));
    const unknown = [...names].filter((name) => !routing.extracts(name) && !NEVER_WORK_ITEMS.includes(name));
    expect(unknown).toEqual([]);
  });

  test('name these work items', () => {
    const named = new Map<string, Set<string>>();
    for (const { folder, name, payload } of everything) {
      const event = routing.read(name, 'd-1', payload);
      const refs = routing.mentions(event).map(({ ref, evidence }) => `${formatWorkItemRef(ref)} (${evidence})`);
      const source = folder === 'api.github.com' ? 'github.com' : 'ghes';
      const key = `${source} ${name}${typeof payload.action === 'string' ? `.${payload.action}` : ''}`;
      named.set(key, (named.get(key) ?? new Set()).add(refs.join(', ') || 'nothing'));
    }
    const lines = [...named].map(([key, refs]) => `${key}: ${[...refs].join(' | ')}`).sort();
    expect(lines.filter((line) => !line.endsWith(': nothing'))).toMatchSnapshot('events with work items');
    expect(
      lines.filter((line) => line.endsWith(': nothing')).map((line) => line.replace(': nothing', '')),
    ).toMatchSnapshot('events without');
  });
});
