type Environment = Readonly<Record<string, string | undefined>>;

/** Where a harness keeps what it logs in with; looked at from outside, without asking the harness. */
interface LoginPlace {
  readonly variables: readonly string[];
  readonly folder?: { readonly variable: string; readonly home: string; readonly file: string };
  /** Platforms where it may be in a key store that does not tell. */
  readonly hiddenOn: readonly string[];
  readonly advice: string;
}

const PLACES: Readonly<Record<string, LoginPlace>> = {
  claude: {
    variables: [
      'ANTHROPIC_API_KEY',
      'ANTHROPIC_AUTH_TOKEN',
      'CLAUDE_CODE_OAUTH_TOKEN',
      'CLAUDE_CODE_USE_BEDROCK',
      'CLAUDE_CODE_USE_VERTEX',
    ],
    folder: { variable: 'CLAUDE_CONFIG_DIR', home: '.claude', file: '.credentials.json' },
    hiddenOn: ['darwin'],
    advice: 'run "claude" once and log in with /login',
  },
  codex: {
    variables: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
    folder: { variable: 'CODEX_HOME', home: '.codex', file: 'auth.json' },
    hiddenOn: [],
    advice: 'run "codex login"',
  },
  cursor: { variables: ['CURSOR_API_KEY'], hiddenOn: ['darwin', 'linux'], advice: 'run "cursor-agent login"' },
};

export type LoginSign =
  { readonly kind: 'found'; readonly where: string } | { readonly kind: 'none' | 'untold'; readonly advice: string };

/** Whether a harness is logged in, where that can be told without asking it. */
export function loginSign(
  harness: string,
  { env, home, platform }: { env: Environment; home: string; platform: string },
  exists: (file: string) => boolean,
): LoginSign {
  const place = PLACES[harness];
  if (place === undefined) return { kind: 'untold', advice: 'log in as its documentation says' };
  const variable = place.variables.find((name) => Boolean(env[name]));
  if (variable !== undefined) return { kind: 'found', where: `by the variable ${variable}` };
  const { folder, advice } = place;
  const file = folder && `${env[folder.variable] ?? `${home}/${folder.home}`}/${folder.file}`;
  if (file !== undefined && exists(file)) return { kind: 'found', where: `by ${file}` };
  return { kind: place.hiddenOn.includes(platform) ? 'untold' : 'none', advice };
}
