import { PLACEHOLDERS, templateProblem } from './template.js';
import { RESUME_TEMPLATE, SPAWN_TEMPLATE } from './built-in-templates.js';

describe('a prompt template', () => {
  test.each([
    ['the built-in one of an event', RESUME_TEMPLATE],
    ['the built-in one of a new session', SPAWN_TEMPLATE],
    ['a command of the user', '/the-loop:work-on $work_item'],
    [
      'every placeholder, in both spellings',
      Object.keys(PLACEHOLDERS)
        .map((name, index) => (index % 2 ? `$${name}` : `\${${name}}`))
        .join(' '),
    ],
    ['dollars that are none of ours', 'costs $5, $$HOME, $ alone, ${ open, $-'],
  ])('%s can be used', (_, text) => {
    expect(templateProblem(text)).toBeUndefined();
  });

  test.each([
    [
      'an unknown placeholder',
      'do $work_itm',
      /it asks for \$work_itm \(nearest: \$work_item\); known are \$event, \$action/,
    ],
    ['several of them, each once', '$a ${b} $a', /it asks for \$a \(nearest: [^)]+\), \$b \(nearest/],
    ['names that every object has', '$constructor ${__proto__} $toString', /\$constructor .*\$__proto__ .*\$toString/],
    ['a shell variable', 'cd $HOME', /\$HOME.*write \$\$ for a dollar/],
    ['emptiness', ' \n', /it is empty/],
    ['an option', '\n--dangerous', /begins with "-"/],
    ['a NUL', 'a\0b', /control characters/],
    ['an escape', 'a\u001b[1m', /control characters/],
    ['two excerpts', '$excerpt ${excerpt}', /\$excerpt stands in it more than once/],
    ['endless repetition', '$instructions'.repeat(6), /\$instructions stands in it more than 5 times/],
    ['too much text', 'a'.repeat(20_001), /more than 20000 bytes/],
  ])('%s is refused', (_, text, expected) => {
    expect(templateProblem(text)).toMatch(expected);
  });
});
