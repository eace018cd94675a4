import { Key, Section } from './config-key.js';
import { listOf, oneOf, text } from './key-shapes.js';

const variables = listOf(/^[A-Za-z_][A-Za-z0-9_]*$/, 'names of environment variables');

export class ClaudeHarnessConfig {
  @Key('Program of Claude Code: a name looked up on PATH, or a path', text)
  binary = 'claude';

  @Key('Output of a turn: stream-json is live, json comes at the end', oneOf('stream-json', 'json'))
  outputFormat: 'stream-json' | 'json' = 'stream-json';

  @Key(
    'Further environment variables handed on to Claude Code; all others outside the allow-list are withheld',
    variables,
  )
  environment: string[] = [];
}

export class CursorHarnessConfig {
  @Key('Program of Cursor: a name looked up on PATH, or a path', text)
  binary = 'cursor-agent';

  @Key('Further environment variables handed on to Cursor; all others outside the allow-list are withheld', variables)
  environment: string[] = [];
}

export class CodexHarnessConfig {
  @Key('Program of Codex: a name looked up on PATH, or a path', text)
  binary = 'codex';

  @Key('Further environment variables handed on to Codex; all others outside the allow-list are withheld', variables)
  environment: string[] = [];
}

/** The vendors' command lines. */
export class HarnessesConfig {
  @Section('Claude Code', ClaudeHarnessConfig)
  claude = new ClaudeHarnessConfig();

  @Section('Cursor', CursorHarnessConfig)
  cursor = new CursorHarnessConfig();

  @Section('Codex', CodexHarnessConfig)
  codex = new CodexHarnessConfig();
}
