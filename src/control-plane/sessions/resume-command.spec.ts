import { resumeCommand } from './resume-command.js';

const session = { harness: 'claude', harnessSessionId: '7d1c9f2e-0001', cwd: '/home/mona/shop' };

describe('the command that continues a session in a terminal', () => {
  test.each([
    ['claude', 'claude', 'cd /home/mona/shop && claude --resume 7d1c9f2e-0001'],
    ['cursor', 'cursor-agent', 'cd /home/mona/shop && cursor-agent --resume 7d1c9f2e-0001'],
    ['codex', 'codex', 'cd /home/mona/shop && codex resume 7d1c9f2e-0001'],
  ])('of %s', (harness, binary, command) => {
    expect(resumeCommand({ ...session, harness }, binary)).toBe(command);
  });

  test('quotes a directory no shell may take apart', () => {
    expect(resumeCommand({ ...session, cwd: `/home/mona/it's $(mine)` }, 'claude')).toBe(
      `cd '/home/mona/it'\\''s $(mine)' && claude --resume 7d1c9f2e-0001`,
    );
  });

  test('does not exist while the conversation has no name', () => {
    expect(resumeCommand({ ...session, harnessSessionId: null }, 'claude')).toBeNull();
  });

  test('does not exist for a harness nobody knows', () => {
    expect(resumeCommand({ ...session, harness: 'constructor' }, 'claude')).toBeNull();
  });
});
