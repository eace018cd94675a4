import { readArguments } from './call-arguments.js';
import { UsageError } from './cli-error.js';

const TABLE = {
  'work-item': { type: 'string', value: 'REF', about: 'the item', required: true },
  format: { type: 'string', about: 'how to print', choices: ['table', 'json'], default: 'table' },
  check: { type: 'boolean', about: 'look first', negatable: true },
} as const;
const read = (...args: string[]) => readArguments(args, TABLE, ['ID', '[MORE]']);

describe('the arguments of a call', () => {
  test('options, defaults, negations and operands arrive, in any order', () => {
    expect(read('one', '--no-check', '--work-item=github:o/r#1', 'two')).toEqual({
      options: { 'work-item': 'github:o/r#1', format: 'table', check: false },
      operands: ['one', 'two'],
      help: false,
    });
  });

  test('help wins over everything that is missing', () => {
    expect(read('--help').help).toBe(true);
    expect(read('-h').help).toBe(true);
  });

  test.each([
    ['an unknown option', ['--wrok-item', 'x', 'one'], 'Unknown option --wrok-item'],
    ['an option every object has', ['--constructor', 'x'], 'Unknown option --constructor'],
    ['a negated option with a value', ['--no-format', 'one'], 'Unknown option --no-format'],
    ['an unknown letter', ['-x'], 'Unknown option -x'],
    ['a missing option', ['one'], 'The option --work-item REF is missing'],
    ['a missing value', ['one', '--work-item'], 'The option --work-item needs a value: --work-item REF'],
    ['an empty value', ['one', '--work-item='], 'The option --work-item needs a value: --work-item REF'],
    [
      'an option in place of a value',
      ['--work-item', '--check'],
      'The option --work-item needs a value: --work-item REF',
    ],
    ['a value where none belongs', ['one', '--check=yes'], 'The option --check takes no value'],
    ['a value off the list', ['one', '--format', 'yaml'], '--format cannot be "yaml": it is one of table, json'],
    ['a missing operand', ['--work-item', 'x'], 'The ID is missing'],
    ['a surplus operand', ['--work-item', 'x', 'a', 'b', 'c'], 'Unexpected word "c"'],
  ])('%s is refused with its sentence', (_, args, sentence) => {
    expect(() => read(...args)).toThrow(UsageError);
    expect(() => read(...args)).toThrow(sentence);
  });

  test('what follows two dashes is no option', () => {
    expect(read('--work-item', 'x', '--', '--check').operands).toEqual(['--check']);
  });
});
