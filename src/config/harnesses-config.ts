import { Key, Section } from './config-key.js';
import { HARNESS_NAMES, HARNESSES, type HarnessName } from './harness-name.js';
import { argumentList, listOf, oneOf, text } from './key-shapes.js';

const variables = listOf(/^[A-Za-z_][A-Za-z0-9_]*$/, 'names of environment variables');

export class ClaudeHarnessConfig {
  @Key('Program of Claude Code: a name looked up on PATH, or a path', text)
  binary: string = HARNESSES.claude.program;

  @Key('Output of a turn: stream-json is live, json comes at the end', oneOf('stream-json', 'json'))
  outputFormat: 'stream-json' | 'json' = 'stream-json';

  @Key(
    'Further environment variables handed on to Claude Code; all others outside the allow-list are withheld',
    variables,
  )
  environment: string[] = [];
}

/** What there is to say of a harness that has no keys of its own. */
export type HarnessConfig = Pick<ClaudeHarnessConfig, 'binary' | 'environment'>;

function sectionOf(name: HarnessName): new () => HarnessConfig {
  if (name === 'claude') return ClaudeHarnessConfig;
  const { title, program } = HARNESSES[name];
  class PlainHarnessConfig {
    @Key(`Program of ${title}: a name looked up on PATH, or a path`, text)
    binary: string = program;

    @Key(
      `Further environment variables handed on to ${title}; all others outside the allow-list are withheld`,
      variables,
    )
    environment: string[] = [];
  }
  return PlainHarnessConfig;
}

type Each<Value> = Record<HarnessName, Value>;
const each = <Value>(value: (name: HarnessName) => Value): Each<Value> =>
  Object.fromEntries(HARNESS_NAMES.map((name) => [name, value(name)])) as Each<Value>;

const SECTIONS = each(sectionOf);

/** The vendors' command lines, a section for each harness. */
export type HarnessesConfig = Each<HarnessConfig> & { claude: ClaudeHarnessConfig };
export const HarnessesConfig = class {
  constructor() {
    Object.assign(
      this,
      each((name) => new SECTIONS[name]()),
    );
  }
} as new () => HarnessesConfig;

/** The user's own arguments for each harness. */
export type HarnessArgsConfig = Each<string[]>;
export const HarnessArgsConfig = class {
  constructor() {
    Object.assign(
      this,
      each((): string[] => []),
    );
  }
} as new () => HarnessArgsConfig;

for (const name of HARNESS_NAMES) {
  const { title } = HARNESSES[name];
  const example = name === 'claude' ? ', such as --permission-mode' : '';
  const sentence = `Arguments added to every call of ${title}${example}`;
  Section(title, SECTIONS[name])(HarnessesConfig.prototype as object, name);
  Key(sentence, argumentList)(HarnessArgsConfig.prototype as object, name);
}
