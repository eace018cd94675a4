import { gitEnvironment } from './git-environment.js';

const OWN = {
  HOME: '/home/u',
  PATH: '/bin',
  SSH_AUTH_SOCK: '/s',
  XDG_CONFIG_HOME: '/x',
  GH_TOKEN: 't',
  THE_LOOP_GH_WEBHOOK_SECRET: 'secret',
  ANTHROPIC_API_KEY: 'key',
  GIT_DIR: '/evil',
  GIT_CONFIG_PARAMETERS: "'core.hooksPath=/evil'",
  GIT_CONFIG_COUNT: '9',
  GIT_EXTERNAL_DIFF: 'evil',
  SSH_ASKPASS: 'evil',
  LC_ALL: 'de_DE.UTF-8',
};
const settings = (environment: Record<string, string>) =>
  Array.from({ length: Number(environment.GIT_CONFIG_COUNT) }, (_, index) => [
    environment[`GIT_CONFIG_KEY_${index}`],
    environment[`GIT_CONFIG_VALUE_${index}`],
  ]);

test('git gets the user’s identity and network, no secret of ours and no setting of somebody else’s git', () => {
  const environment = gitEnvironment(OWN, false, []);
  expect(environment).toMatchObject({ HOME: '/home/u', PATH: '/bin', SSH_AUTH_SOCK: '/s', GH_TOKEN: 't', LC_ALL: 'C' });
  expect(environment).toMatchObject({ GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '', GIT_ALLOW_PROTOCOL: 'https:ssh' });
  expect(Object.keys(environment)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/SECRET|ANTHROPIC|^GIT_DIR$|PARAMETERS|EXTERNAL|^SSH_ASKPASS$/)]),
  );
});

test('hooks, fsmonitor and every named filter are off', () => {
  const given = settings(gitEnvironment(OWN, true, ['crypt']));
  expect(given).toEqual(
    expect.arrayContaining([
      ['core.hooksPath', '/dev/null'],
      ['core.fsmonitor', 'false'],
      ['submodule.recurse', 'false'],
      ['filter.lfs.process', ''],
      ['filter.crypt.clean', ''],
      ['filter.crypt.required', 'false'],
    ]),
  );
  expect(gitEnvironment(OWN, true, []).GIT_ALLOW_PROTOCOL).toBe('https:ssh:file');
});
