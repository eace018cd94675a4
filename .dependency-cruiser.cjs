/**
 * The house, held by a machine: imports point left only, siblings do not know each other, a file name without a dot is
 * pure, and every technology has its rooms. See docs/architecture.md.
 */
const ROOMS = [
  'config',
  'events',
  'database',
  'sessions',
  'routing',
  'harness',
  'workspace',
  'dispatch',
  'webhook',
  'control-plane',
];
const LEFT_OF = {
  config: [],
  events: [],
  database: ['config', 'events'],
  sessions: ['config', 'events', 'database'],
  routing: ['config', 'events', 'database', 'sessions'],
  harness: ['config', 'events', 'database', 'sessions'],
  workspace: ['config', 'events', 'database', 'sessions'],
  dispatch: ['config', 'events', 'database', 'sessions', 'routing', 'harness', 'workspace'],
  webhook: ['config', 'events', 'database', 'sessions', 'routing', 'harness', 'workspace', 'dispatch'],
  'control-plane': [
    'config',
    'events',
    'database',
    'sessions',
    'routing',
    'harness',
    'workspace',
    'dispatch',
    'webhook',
  ],
};
const TESTS = '\\.spec\\.ts$';
/** Entry points: they start things, so they are no rules and have no role to name. */
const ENTRY = '^src/(server|cli/main)\\.ts$';
const PURE = '^src/.*/[^./]+\\.ts$';

const direction = ROOMS.map((room) => ({
  name: `${room}-looks-left-only`,
  comment: `${room} may import: ${LEFT_OF[room].join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: TESTS },
  to: { path: '^src/', pathNot: [room, ...LEFT_OF[room]].map((each) => `^src/${each}/`) },
}));

module.exports = {
  forbidden: [
    ...direction,
    {
      name: 'no-cycles',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'cli-is-a-client',
      comment:
        'The command line speaks GraphQL; only start loads the server, init the texts of a new configuration, token rotate the file of the token, and doctor the look at a house without a server',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: TESTS },
      to: {
        path: '^src/',
        pathNot:
          '^src/(cli|config)/|^src/server\\.ts$|^src/sessions/work-item-ref\\.ts$|^src/control-plane/(control-token\\.file|doctor/offline\\.doctor)\\.ts$',
      },
    },
    {
      name: 'nobody-imports-the-cli',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'a-name-without-a-dot-is-pure',
      comment: 'No I/O, no clock, no Nest, no dotted file of ours: types may be named, values may not be used',
      severity: 'error',
      from: { path: PURE, pathNot: [ENTRY, TESTS, '^src/database/(entities/entities|migrations/)'] },
      to: {
        path: '^(node:)?(fs|fs/promises|child_process|net|http|https|os|dgram|dns|cluster|worker_threads|readline|timers|timers/promises)$|node_modules/(@nestjs|typeorm|rxjs|fastify|pino|ws|@apollo)/|^src/.*/[^/]+\\.[^/]+\\.ts$',
        pathNot: '\\.entity\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'processes-start-in-named-files',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          TESTS,
          '^src/harness/(turn\\.process|command\\.runner)\\.ts$',
          '^src/workspace/git\\.[a-z]+\\.ts$',
          '^src/cli/(detached\\.starter|browser\\.opener|hooks/git\\.question)\\.ts$',
        ],
      },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'graphql-in-the-control-plane-only',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/control-plane/' },
      to: { path: 'node_modules/(graphql|graphql-ws|@nestjs/graphql|@nestjs/apollo|@apollo)/' },
    },
    {
      name: 'typeorm-behind-stores',
      severity: 'error',
      from: { path: '^src/', pathNot: [TESTS, '^src/database/', '\\.(entity|store|module)\\.ts$'] },
      to: { path: 'node_modules/(typeorm|@nestjs/typeorm)/' },
    },
    {
      name: 'product-does-not-know-tests',
      severity: 'error',
      from: { path: '^(src|ormconfig)', pathNot: TESTS },
      to: { path: '^(test|bench|demo|scripts)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
