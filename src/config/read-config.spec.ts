import { AppConfig } from './app-config.js';
import { readConfig } from './read-config.js';

const read = (text: string) => readConfig(text, 'config.yaml');
const routing = (...lines: string[]): string =>
  ['webhooks:', '  ghWebhook:', '    routing:', ...lines.map((line) => `      ${line}`)].join('\n');

describe('reading a configuration', () => {
  test.each([
    ['nothing', ''],
    ['comments', '# webhooks:\n#   ghWebhook:\n'],
    ['sections without content', 'webhooks:\nqueue:\nstate: {}\n'],
    ['an empty map', '{}'],
  ])('%s means the defaults', (_, text) => {
    expect(read(text)).toEqual({ config: new AppConfig(), problems: [], warnings: [] });
  });

  test('what is written lies over the defaults', () => {
    const { config, problems } = read(
      routing(
        'enabled: true',
        'batching: { mode: queued }',
        'authorizedUsers: [octocat, a_corp, dependabot[bot]]'.replace('dependabot[bot]', '"dependabot[bot]"'),
      ),
    );
    expect(problems).toEqual([]);
    expect(config.webhooks.ghWebhook.routing).toMatchObject({
      enabled: true,
      batching: { mode: 'queued', quietSeconds: 0, maxWaitSeconds: 120, maxEvents: 50 },
      authorizedUsers: ['octocat', 'a_corp', 'dependabot[bot]'],
      defaultHarness: 'claude',
    });
  });

  test.each<[string, string, string]>([
    [
      'a plain string as allow-list',
      routing('authorizedUsers: bob'),
      'config.yaml:4: webhooks.ghWebhook.routing.authorizedUsers: found "bob"; expected a list of GitHub logins, without "@", or null',
    ],
    ['an at sign in a login', routing('authorizedUsers: ["@bob"]'), 'expected a list of GitHub logins, without "@"'],
    ['a number as login', routing('selfLogins: [5]'), 'found [5]; expected a list of GitHub logins'],
    ['yes, which is a text in YAML', routing('enabled: yes'), 'found "yes"; expected true or false'],
    [
      'a number in quotes',
      'webhooks: { ghWebhook: { port: "8787" } }',
      'found "8787"; expected a whole number from 0 to 65535',
    ],
    ['a fraction', 'queue: { maxTotal: 1.5 }', 'found 1.5; expected a whole number from 1 to 10000000'],
    ['a port beyond the last', 'control: { port: 65536 }', 'config.yaml:1: control.port: found 65536'],
    [
      'null where there must be something',
      'control:\n  port:\n',
      'config.yaml:2: control.port: found nothing; expected a whole number',
    ],
    ['a number for a section', 'queue: 5', 'config.yaml:1: queue: found 5; expected a map of keys'],
    ['a list for a section', 'webhooks: { ghWebhook: [] }', 'webhooks.ghWebhook: found []; expected a map of keys'],
    [
      'an argument that is a number',
      routing('harnessArgs: { claude: [--max-turns, 5] }'),
      'found ["--max-turns",5]; expected a list of texts (numbers in quotes)',
    ],
    [
      'a text for a list of actions',
      routing('quietActions: { issues: opened }'),
      'expected a map of event names to lists of actions, or null',
    ],
    [
      'a map of directories without a slash',
      routing('spawnWorkdir: { octo-repo: ~/src }'),
      'expected a directory, or a map of owner/repository to directory',
    ],
    [
      'a value outside a closed list',
      routing('spawnOnUnmatched: labelled'),
      'found "labelled"; expected never, always or labeled',
    ],
    ['a marker of two lines', routing('selfMarker: "a\\nb"'), 'expected a text on one line that is not blank'],
    [
      'a webhook path that is the health check',
      'webhooks: { ghWebhook: { path: /healthz } }',
      'expected a path beginning with "/", other than /healthz',
    ],
    [
      'a slip of the pen',
      'webhooks:\n  ghWebhook:\n    prot: 1\n',
      'config.yaml:3: webhooks.ghWebhook.prot: found an unknown key; expected port (the nearest known key)',
    ],
    [
      'a key in the wrong section',
      'authorizedUsers: [bob]',
      'expected this key at webhooks.ghWebhook.routing.authorizedUsers',
    ],
    [
      'a key nobody knows',
      'queue: { zzzzzzzz: 1 }',
      'expected one of the keys known in queue: maxPerSession, maxTotal',
    ],
    ['a secret in the file', 'webhooks: { ghWebhook: { secret: hunter2 } }', 'a secret is never written in here'],
    [
      'a key with the name of something every object has',
      'constructor: 1\n__proto__: { a: 1 }',
      'constructor: found an unknown key',
    ],
    [
      'a control listener for the world',
      'control: { host: 0.0.0.0 }',
      'found "0.0.0.0"; expected a loopback address such as 127.0.0.1, or control.exposed: true',
    ],
    ['one port for two listeners', 'control: { port: 8787 }', 'expected another port than webhooks.ghWebhook.port'],
    [
      'unsigned deliveries from everywhere',
      'webhooks: { ghWebhook: { host: 0.0.0.0, allowUnsigned: true } }',
      'found true on "0.0.0.0"',
    ],
    [
      'unsigned deliveries that start sessions',
      'webhooks: { ghWebhook: { allowUnsigned: true, routing: { spawnOnUnmatched: always } } }',
      'found true with spawnOnUnmatched: always',
    ],
    [
      'a quiet window longer than the whole wait',
      routing('batching: { quietSeconds: 130 }'),
      'expected at most batching.maxWaitSeconds, which is 120',
    ],
    ['a list as the whole file', '- a\n', 'found ["a"]; expected a map of keys'],
    ['a key written twice', 'queue: {}\nqueue: {}\n', 'config.yaml:2: Map keys must be unique'],
    ['broken YAML', 'queue:\n  maxTotal: [1\nstate: {}\n', 'config.yaml:3: '],
    ['a tag', 'queue: !!js/function "x"\n', 'config.yaml:1: Unresolved tag'],
    ['two documents', 'queue: {}\n---\nqueue: {}\n', 'config.yaml:2: Source contains multiple documents'],
    [
      'an alias bomb',
      `a: &a [1,1,1,1,1,1,1,1,1,1]\n${[...'bcdefgh'].map((name, index) => `${name}: &${name} [${Array(10).fill(`*${'abcdefg'[index]}`).join(',')}]`).join('\n')}`,
      'Excessive alias count',
    ],
  ])('%s is refused', (_, text, sentence) => {
    expect(read(text).problems.join('\n')).toContain(sentence);
  });

  test('every problem is named at once, each with its line', () => {
    const { problems } = read(
      ['queue:', '  maxTotal: many', '  maxSession: 1', 'control:', '  port: -1', 'stat: {}'].join('\n'),
    );
    expect(problems.map((problem) => problem.slice(0, problem.indexOf(': found'))).sort()).toEqual([
      'config.yaml:2: queue.maxTotal',
      'config.yaml:3: queue.maxSession',
      'config.yaml:5: control.port',
      'config.yaml:6: stat',
    ]);
  });

  test.each<[string, string]>([
    ['sessionPerPr: true', 'cross-repository'],
    ['sessionPerPr: false', 'never'],
    ['tmux: { sessionPerPr: true }', 'cross-repository'],
    ['tmux: { sessionPerPr: never }', 'never'],
    ['sessionPerPr: cross-repository', 'cross-repository'],
  ])('%s is read as %s', (line, expected) => {
    const { config, problems } = read(routing(line));
    expect(problems).toEqual([]);
    expect(config.webhooks.ghWebhook.routing.sessionPerPr).toBe(expected);
  });

  test('a key of the seed that became needless is remarked on and not refused', () => {
    const { problems, warnings } = read(routing('registryDir: .the-loop/sessions'));
    expect(problems).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/^config\.yaml:4: .*registryDir: not used/)]);
  });

  test('other keys of tmux are unknown', () => {
    expect(read(routing('tmux: { sessionPerPr: true, window: 1 }')).problems).toEqual([
      expect.stringContaining('routing.tmux: found an unknown key'),
    ]);
  });

  test.each<[string, string, RegExp | null]>([
    ['the default list', '', null],
    [
      'a list without pull_request',
      'webhooks: { ghWebhook: { events: [issues, issue_comment] } }',
      /without pull_request: sessions never close when a pull request is closed$/,
    ],
    [
      'a list without both',
      'webhooks: { ghWebhook: { events: [status] } }',
      /without issues and pull_request: sessions never close when an issue or a pull request is closed$/,
    ],
    ['an empty list', 'webhooks: { ghWebhook: { events: [] } }', /no delivery is routed$/],
    ['checkouts of our own', routing('workspace: { root: ~/trees }'), null],
    ['a door without signatures', 'webhooks: { ghWebhook: { allowUnsigned: true } }', /every program on this machine/],
  ])('%s: the right warning, or none', (_, text, expected) => {
    const { warnings, problems } = read(text);
    expect(problems).toEqual([]);
    if (expected === null) expect(warnings).toEqual([]);
    else expect(warnings).toEqual([expect.stringMatching(expected)]);
  });
});
