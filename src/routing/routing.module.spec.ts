import { Test } from '@nestjs/testing';
import { comment, delivery, issue } from '../../test/routing/payloads.js';
import { AppConfig } from '../config/app-config.js';
import { NEVER_WORK_ITEMS } from './never-work-items.js';
import { RoutingModule } from './routing.module.js';
import { RoutingService } from './routing.service.js';

async function started(events?: string[]): Promise<RoutingService> {
  const config = new AppConfig();
  if (events !== undefined) config.webhooks.ghWebhook.events = events;
  class Configuration {}
  const configuration = {
    module: Configuration,
    global: true,
    providers: [{ provide: AppConfig, useValue: config }],
    exports: [AppConfig],
  };
  const container = await Test.createTestingModule({
    imports: [configuration, RoutingModule],
  }).compile();
  await container.init();
  return container.get(RoutingService);
}

describe('the routing module', () => {
  test('gathers the extractors and starts with the default events', async () => {
    const routing = await started();
    const event = routing.read('issue_comment', 'd-1', delivery('created', { issue: issue(), comment: comment() }));
    expect(routing.mentions(event)).toMatchObject([
      { ref: { number: 12 }, evidence: 'subject', field: 'issue.number' },
    ]);
  });

  test('starts with events that are documented as never about a work item', async () => {
    const routing = await started(['issues', ...NEVER_WORK_ITEMS]);
    expect(NEVER_WORK_ITEMS.filter((event) => routing.extracts(event))).toEqual([]);
  });

  test('refuses an event that nobody reads, and names it', async () => {
    await expect(started(['issues', 'isues', 'constructor'])).rejects.toMatchObject({
      code: 'unextracted-event',
      message: expect.stringContaining('"isues", "constructor"'),
    });
  });

  test('finds no extractor under the name of a property', async () => {
    const routing = await started();
    for (const name of ['constructor', '__proto__', 'toString', '']) {
      expect(routing.mentions(routing.read(name, 'd-1', delivery('opened', { issue: issue() })))).toEqual([]);
    }
  });
});
