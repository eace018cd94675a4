import type { AppConfig } from '../../src/config/app-config.js';
import { WorkspacePace } from '../../src/workspace/workspace.pace.js';
import { GithubOverSsh } from './github.over.ssh.js';
import { StoryWorld } from './story.world.js';

/** A server that makes checkouts, and the GitHub it makes them from. */
export class CheckoutWorld extends GithubOverSsh {
  story: StoryWorld;

  static async begin(configure: (config: AppConfig) => void = () => undefined): Promise<CheckoutWorld> {
    const world = new CheckoutWorld();
    Object.assign(process.env, world.environment);
    world.story = await StoryWorld.begin((config) => {
      Object.assign(config.webhooks.ghWebhook.routing.workspace, { root: world.root, cloneProtocol: 'ssh' });
      configure(config);
    });
    Object.assign(world.story.get(WorkspacePace), { refPausesMs: [10, 10] });
    return world;
  }

  async end(): Promise<void> {
    this.openGate();
    await this.story.end();
    for (const name of Object.keys(this.environment)) delete process.env[name];
    this.close();
  }
}
