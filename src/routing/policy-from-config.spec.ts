import { AppConfig } from '../config/app-config.js';
import { policyFrom } from './policy-from-config.js';

describe('the routing policy', () => {
  test('of the defaults wakes nobody new and filters noise', () => {
    expect(policyFrom(new AppConfig())).toMatchObject({
      enabled: false,
      authorizedUsers: null,
      spawnOnUnmatched: 'never',
      autoExecuteLabel: 'the-loop: auto-execute',
      selfMarker: '<!-- the-loop:agent-comment -->',
      sessionPerPr: 'cross-repository',
      workspaceRoot: null,
      allowForks: false,
      ci: 'failures',
      quietActions: null,
    });
  });

  test('has a place for checkouts when one is configured', () => {
    const config = new AppConfig();
    config.webhooks.ghWebhook.routing.workspace.root = '/srv/workspaces';
    expect(policyFrom(config).workspaceRoot).toBe('/srv/workspaces');
  });
});
