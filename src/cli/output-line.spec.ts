import { outputLine, type OutputFields } from './output-line.js';

const plain = { paint: (_tone: string, text: string) => text };
const said = (more: Partial<OutputFields>): OutputFields => ({
  after: 0,
  kind: 'text',
  text: null,
  tool: null,
  subject: null,
  failed: null,
  json: '{}',
  ...more,
});

test.each([
  ['text keeps its lines and cannot steer the terminal', said({ text: 'one\ntwo\u001b[2J' }), 'one\ntwo\\u{1b}[2J'],
  [
    'a tool is named with what it was asked',
    said({ kind: 'tool-started', tool: 'Bash', subject: 'ls\n-l' }),
    '[Bash ls\\n-l]',
  ],
  ['a tool that failed is told', said({ kind: 'tool-finished', failed: true }), '[failed]'],
  ['a tool that worked is not', said({ kind: 'tool-finished', failed: false }), undefined],
  ['a wait gives its reason', said({ kind: 'waiting', text: 'rate limited' }), 'waiting: rate limited'],
  ['the result is not repeated', said({ kind: 'result' }), undefined],
])('%s', (_, output, line) => expect(outputLine(output, plain)).toBe(line));
