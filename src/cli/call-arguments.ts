import { UsageError } from './cli-error.js';
import type { OptionTable, OptionValues } from './command.js';

const { parseArgs } = process.getBuiltinModule('node:util');

export interface CallArguments<O extends OptionTable> {
  readonly options: OptionValues<O>;
  readonly operands: readonly string[];
  readonly help: boolean;
}

/** Reads what follows the command's name. Throws UsageError for everything the command does not know. */
export function readArguments<O extends OptionTable>(
  args: readonly string[],
  table: O,
  operandNames: readonly string[] = [],
): CallArguments<O> {
  const { tokens } = parseArgs({
    args: [...args],
    options: { ...specs(table), help: { type: 'boolean', short: 'h' } },
    allowNegative: true,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values: Record<string, string | boolean> = {};
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    if (token.name === 'help') return { options: values as OptionValues<O>, operands, help: true };
    const [name, value] = readOption(token, table);
    values[name] = value;
  }
  for (const [name, spec] of Object.entries(table)) {
    if (spec.default !== undefined) values[name] ??= spec.default;
    if (spec.required === true && values[name] === undefined) {
      throw new UsageError(`The option --${name} ${spec.value ?? ''} is missing`.replace('  ', ' '));
    }
  }
  checkOperands(operands, operandNames);
  return { options: values as OptionValues<O>, operands, help: false };
}

function specs(table: OptionTable): Record<string, { type: 'string' | 'boolean' }> {
  return Object.fromEntries(Object.entries(table).map(([name, { type }]) => [name, { type }]));
}

function readOption(
  token: { name: string; rawName: string; value?: string | undefined; inlineValue?: boolean | undefined },
  table: OptionTable,
): [string, string | boolean] {
  const negated = token.rawName.startsWith('--no-');
  const name = negated ? token.rawName.slice('--no-'.length) : token.name;
  const found = spec(table, name);
  if (found === undefined || (negated && found.negatable !== true)) {
    throw new UsageError(`Unknown option ${token.rawName}`, token.rawName, knownOptions(table));
  }
  if (found.type === 'boolean') {
    if (token.value !== undefined) throw new UsageError(`The option --${name} takes no value`);
    return [name, !negated];
  }
  if (token.value === undefined || token.value === '' || (token.inlineValue === false && token.value.startsWith('-'))) {
    throw new UsageError(`The option --${name} needs a value${found.value ? `: --${name} ${found.value}` : ''}`);
  }
  if (found.choices !== undefined && !found.choices.includes(token.value)) {
    throw new UsageError(
      `--${name} cannot be ${JSON.stringify(token.value)}: it is one of ${found.choices.join(', ')}`,
      token.value,
      found.choices,
    );
  }
  return [name, token.value];
}

/** An own-property look-up: `--constructor` is not an option because every object has one. */
function spec(table: OptionTable, name: string): OptionTable[string] | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function knownOptions(table: OptionTable): string[] {
  return [
    ...Object.entries(table).flatMap(([name, { negatable }]) =>
      negatable ? [`--${name}`, `--no-${name}`] : [`--${name}`],
    ),
    '--help',
  ];
}

function checkOperands(operands: readonly string[], names: readonly string[]): void {
  const required = names.filter((name) => !name.startsWith('['));
  const missing = required[operands.length];
  if (missing !== undefined) throw new UsageError(`The ${missing} is missing; --help shows the call`);
  const surplus = operands[names.length];
  if (surplus !== undefined) throw new UsageError(`Unexpected word ${JSON.stringify(surplus)}`);
}
