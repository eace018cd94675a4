import { AppConfig } from '../config/app-config.js';
import { ClaudeAdapter } from '../harness/claude.adapter.js';
import { CodexAdapter } from '../harness/codex.adapter.js';
import { HarnessRegistry } from '../harness/harness.registry.js';
import { HarnessArguments } from './harness.arguments.js';

describe("the user's own arguments for a harness", () => {
  const checked = (claude: string[], codex: string[] = []) => {
    const config = new AppConfig();
    Object.assign(config.webhooks.ghWebhook.routing.harnessArgs, { claude, codex });
    const registry = new HarnessRegistry([new ClaudeAdapter(), new CodexAdapter()]);
    return () => new HarnessArguments(registry, config).onModuleInit();
  };

  test('may be anything that leaves the protocol alone', () => {
    expect(checked(['--model', 'opus', '--permission-mode', 'acceptEdits'], ['-s', 'workspace-write'])).not.toThrow();
  });

  test('stop the start where no turn could run with them, with all of what is wrong', () => {
    const start = checked(['--model', 'opus', '--output-format=text'], ['--json']);
    expect(start).toThrow(expect.objectContaining({ code: 'bad-configuration' }) as Error);
    expect(start).toThrow(/"--output-format=text".*harnessArgs\.claude\n.*"--json".*harnessArgs\.codex$/);
  });
});
