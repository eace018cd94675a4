import { Test } from '@nestjs/testing';
import { join } from 'node:path';
import { pino } from 'pino';
import { AppConfig } from '../../src/config/app-config.js';
import { ConfigModule } from '../../src/config/config.module.js';
import { StatePaths } from '../../src/config/state-paths.js';
import { DatabaseModule } from '../../src/database/database.module.js';
import { EventsModule } from '../../src/events/events.module.js';
import { GitProcess } from '../../src/workspace/git.process.js';
import { TreeGuard } from '../../src/workspace/tree.guard.js';
import { WorkspaceModule } from '../../src/workspace/workspace.module.js';
import { WorkspaceService } from '../../src/workspace/workspace.service.js';
import { GitWorld } from '../support/git.world.js';

test('the module wires what the rooms to its right call', async () => {
  const world = new GitWorld();
  const config = new AppConfig();
  config.webhooks.ghWebhook.routing.workspace.root = join(world.folder, 'checkouts');
  world.remote('octo-org/octo-app');
  const builder = Test.createTestingModule({
    imports: [
      EventsModule.with(pino({ level: 'silent' })),
      ConfigModule.with(config, new StatePaths(world.folder)),
      DatabaseModule.at(join(world.folder, 'the-loop.sqlite')),
      WorkspaceModule,
    ],
  });
  const git = new GitProcess({ environment: world.environment, allowFile: true });
  const application = await builder.overrideProvider(GitProcess).useValue(git).compile();
  try {
    const workItem = { provider: 'github', owner: 'octo-org', repo: 'octo-app', number: 5 } as const;
    const answer = await application.get(WorkspaceService).prepare({ sessionId: 's', workItem, head: null });
    expect(answer).toMatchObject({ prepared: true, checkout: { branch: 'the-loop/issue-5' } });
    const directory = join(config.webhooks.ghWebhook.routing.workspace.root, 'github.com/octo-org/octo-app/5');
    const verdict = await application.get(TreeGuard).check({ sessionId: 's', workItem, directory, spawn: true });
    expect(verdict).toMatchObject({ ok: true });
  } finally {
    await application.close();
    world.close();
  }
});
