import { ClaudeAdapter } from '../../harness/claude.adapter.js';
import { CodexAdapter } from '../../harness/codex.adapter.js';
import { CursorAdapter } from '../../harness/cursor.adapter.js';
import { resumeCommand } from './resume-command.js';

const ID = '7d1c9f2e-0001';

describe('the command that continues a session in a terminal', () => {
  test.each([
    [new ClaudeAdapter(), 'claude', 'cd /home/mona/shop && claude --resume 7d1c9f2e-0001'],
    [new CursorAdapter(), 'cursor-agent', 'cd /home/mona/shop && cursor-agent --resume 7d1c9f2e-0001'],
    [new CodexAdapter(), 'codex', 'cd /home/mona/shop && codex resume 7d1c9f2e-0001'],
  ])('of $name', (adapter, binary, command) => {
    expect(resumeCommand('/home/mona/shop', binary, adapter.resumeArguments(ID))).toBe(command);
  });

  test('quotes a directory no shell may take apart', () => {
    expect(resumeCommand(`/home/mona/it's $(mine)`, 'claude', ['--resume', ID])).toBe(
      `cd '/home/mona/it'\\''s $(mine)' && claude --resume 7d1c9f2e-0001`,
    );
  });
});
