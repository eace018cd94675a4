import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from './config.error.js';
import { loadConfig } from './config.loader.js';

describe('loading the configuration', () => {
  let home: string;
  let cwd: string;

  beforeEach(() => {
    const root = mkdtempSync(join(tmpdir(), 'the-loop-config-'));
    home = join(root, 'home');
    cwd = join(root, 'work');
    for (const directory of [home, cwd]) mkdirSync(join(directory, '.the-loop'), { recursive: true });
  });
  afterEach(() => rmSync(join(home, '..'), { recursive: true, force: true }));

  const write = (directory: string, port: number, name = '.the-loop/config.yaml'): string => {
    const file = join(directory, name);
    writeFileSync(file, `webhooks: { ghWebhook: { port: ${port} } }\n`);
    return file;
  };
  const load = (file?: string, env: Record<string, string> = {}) => loadConfig({ file, cwd, env, home });
  const portOf = (loaded: ReturnType<typeof load>): number => loaded.config.webhooks.ghWebhook.port;

  test('no file anywhere means the defaults', () => {
    expect(load()).toMatchObject({ file: null, warnings: [] });
    expect(portOf(load())).toBe(8787);
  });

  test('--config goes before THE_LOOP_CONFIG, that before the directory of start, that before the home directory', () => {
    write(home, 1);
    expect(portOf(load())).toBe(1);
    write(cwd, 2);
    expect(portOf(load())).toBe(2);
    const env = { THE_LOOP_CONFIG: write(cwd, 3, 'env.yaml') };
    expect(portOf(load(undefined, env))).toBe(3);
    write(cwd, 4, 'argument.yaml');
    expect(portOf(load('argument.yaml', env))).toBe(4);
  });

  test('an empty THE_LOOP_CONFIG is none', () => {
    expect(load(undefined, { THE_LOOP_CONFIG: '' }).file).toBeNull();
  });

  test.each<[string, () => string | undefined, RegExp]>([
    ['a file that was asked for and is not there', () => 'missing.yaml', /missing\.yaml: there is no such file/],
    ['a directory', () => '.', /it is a directory/],
    [
      'a link to nothing in the usual place',
      () => void symlinkSync('/nowhere', join(cwd, '.the-loop/config.yaml')),
      /config\.yaml: there is no such file/,
    ],
    ['broken YAML', () => void writeFileSync(join(cwd, '.the-loop/config.yaml'), 'queue: [\n'), /config\.yaml:2: /],
  ])('%s ends the start', (_, prepare, message) => {
    const file = prepare();
    const loading = (): unknown => load(file);
    expect(loading).toThrow(ConfigError);
    expect(loading).toThrow(message);
  });

  test('a file that may not be read ends the start', () => {
    if (process.getuid?.() === 0) return; // root may read everything
    chmodSync(write(cwd, 1), 0o000);
    expect(() => load()).toThrow(/may not be read/);
  });

  test('one error names every problem with file and line', () => {
    const file = join(cwd, '.the-loop/config.yaml');
    writeFileSync(file, 'queue:\n  maxTotal: 0\ncontrl: {}\n');
    expect(() => load()).toThrow(
      expect.objectContaining({
        code: 'bad-configuration',
        message: [
          `Cannot use the configuration ${file}: 2 problems`,
          `  ${file}:3: contrl: found an unknown key; expected control (the nearest known key)`,
          `  ${file}:2: queue.maxTotal: found 0; expected a whole number from 1 to 10000000`,
        ].join('\n'),
      }),
    );
  });

  test('paths count from the directory of start, and a tilde is the home directory', () => {
    writeFileSync(
      join(home, '.the-loop/config.yaml'),
      [
        'webhooks:',
        '  ghWebhook:',
        '    secretFile: ~/.secret',
        '    routing:',
        '      spawnWorkdir: { Octo/One: ~/one, octo/two: two, octo/three: /three }',
        '      promptTemplate: prompts/event.md',
        'state: { root: kept }',
      ].join('\n'),
    );
    const { config, paths } = load();
    expect(config.webhooks.ghWebhook.secretFile).toBe(join(home, '.secret'));
    expect(config.webhooks.ghWebhook.routing).toMatchObject({
      spawnWorkdir: { 'Octo/One': join(home, 'one'), 'octo/two': join(cwd, 'two'), 'octo/three': '/three' },
      promptTemplate: join(cwd, 'prompts/event.md'),
      spawnPromptTemplate: null,
      workspace: { root: '' },
    });
    expect(paths).toMatchObject({
      root: join(cwd, 'kept'),
      database: join(cwd, 'kept/state/the-loop.sqlite'),
      runs: join(cwd, 'kept/runs'),
      controlToken: join(cwd, 'kept/control.token'),
    });
  });

  test('without a file the state lies in the directory of start', () => {
    expect(load().paths.root).toBe(join(cwd, '.the-loop'));
    expect(load().config.webhooks.ghWebhook.routing.spawnWorkdir).toBe(cwd);
  });
});
