import { childEnvironment, type EnvironmentRules, withheld } from './child-environment.js';
import { ClaudeAdapter } from './claude.adapter.js';

const server = {
  HOME: '/home/me',
  PATH: '/bin',
  LC_ALL: 'C',
  XDG_CONFIG_HOME: '/home/me/.config',
  https_proxy: 'http://proxy',
  GH_TOKEN: 'gh',
  ANTHROPIC_API_KEY: 'key',
  CLAUDE_CONFIG_DIR: '/home/me/.claude',
  CLAUDECODE: '1',
  CLAUDE_CODE_ENTRYPOINT: 'cli',
  OPENAI_API_KEY: 'other',
  AWS_PROFILE: 'work',
  DATABASE_URL: 'postgres://',
  THE_LOOP_GH_WEBHOOK_SECRET: 'hush',
  THE_LOOP_TOKEN: 'of an outer turn',
  THE_LOOP_CONFIG: '/etc/loop.yaml',
  NOTHING: undefined,
};
const rules: EnvironmentRules = {
  harness: new ClaudeAdapter().environment,
  names: ['AWS_PROFILE', 'THE_LOOP_GH_WEBHOOK_SECRET', 'CLAUDECODE'],
  secrets: ['THE_LOOP_GH_WEBHOOK_SECRET'],
};
const turn = {
  attemptId: 'a1',
  dispatchId: 'd1',
  workItem: 'github:o/r#1',
  deliveryId: null,
  token: 't1',
  controlUrl: 'http://127.0.0.1:8788/graphql',
};

describe('the environment of a turn', () => {
  it('is an allow-list, the names of the vendor and the user, and our own variables', () => {
    expect(childEnvironment(server, rules, turn)).toEqual({
      HOME: '/home/me',
      PATH: '/bin',
      LC_ALL: 'C',
      XDG_CONFIG_HOME: '/home/me/.config',
      https_proxy: 'http://proxy',
      GH_TOKEN: 'gh',
      ANTHROPIC_API_KEY: 'key',
      CLAUDE_CONFIG_DIR: '/home/me/.claude',
      AWS_PROFILE: 'work',
      THE_LOOP_RUN: 'a1',
      THE_LOOP_DISPATCH_ID: 'd1',
      THE_LOOP_WORK_ITEM: 'github:o/r#1',
      THE_LOOP_TOKEN: 't1',
      THE_LOOP_CONTROL_URL: 'http://127.0.0.1:8788/graphql',
    });
  });

  it('names what stays behind, the secret among it although its name was asked for', () => {
    expect(withheld(server, rules)).toEqual([
      'CLAUDECODE',
      'CLAUDE_CODE_ENTRYPOINT',
      'DATABASE_URL',
      'OPENAI_API_KEY',
      'THE_LOOP_CONFIG',
      'THE_LOOP_GH_WEBHOOK_SECRET',
      'THE_LOOP_TOKEN',
    ]);
  });
});
