import { CliError, UsageError, type ExitCode } from '../cli-error.js';
import type { Command, OptionTable, Surroundings } from '../command.js';
import { printable } from '../printable.js';
import { StopSignals } from '../stop.signals.js';
import type { Terminal } from '../terminal.js';

const OPTIONS = {
  config: { type: 'string', value: 'FILE', about: 'configuration to use instead of .the-loop/config.yaml' },
  route: { type: 'boolean', negatable: true, about: 'wake sessions or not, whatever the configuration says' },
  port: { type: 'string', value: 'N', about: 'port of the webhook listener' },
  detach: { type: 'boolean', about: 'run in the background and log to a file' },
} as const satisfies OptionTable;

export const start: Command<typeof OPTIONS> = {
  options: OPTIONS,
  notes:
    'SIGTERM or Ctrl-C stops it: nothing new is taken, running turns get their grace and are adopted by the next start.\n' +
    'A second one skips the grace. Exit code 3: another instance holds the state folder.',
  async run({ options, terminal, surroundings }): Promise<ExitCode> {
    const loaded = await configured(options, surroundings);
    for (const warning of loaded.warnings) terminal.complain(printable(warning));
    if (options.detach === true) {
      const { startDetached } = await import('../detached.starter.js');
      return startDetached(loaded.paths, options, terminal, surroundings);
    }

    const signals = new StopSignals();
    const [{ startServer }, { serverLog }] = await Promise.all([import('../../server.js'), import('../server.log.js')]);
    const logger = serverLog(terminal);
    const server = await startServer({ config: loaded.config, paths: loaded.paths, logger }).catch(exitCoded);
    announce(server, loaded.config.webhooks.ghWebhook.routing.enabled, terminal);
    await signals.stop(server, () => terminal.complain('Stopping: running turns get their grace; once more skips it'));
    return 0;
  },
};

async function configured(options: { config?: string; route?: boolean; port?: string }, surroundings: Surroundings) {
  const { loadConfig } = await import('../../config/config.loader.js');
  const loaded = await Promise.resolve()
    .then(() => loadConfig({ file: options.config, ...surroundings }))
    .catch(exitCoded);
  const { ghWebhook } = loaded.config.webhooks;
  if (options.route !== undefined) ghWebhook.routing.enabled = options.route;
  if (options.port !== undefined) ghWebhook.port = portOf(options.port);
  return loaded;
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port cannot be ${JSON.stringify(text)}: it is a number from 0 to 65535`);
}

/** Scripts tell a wrong configuration and a state folder in use from everything else. */
function exitCoded(error: unknown): never {
  const { code, message } = error as { code?: string; message: string };
  if (code === 'state-held') throw new CliError(code, 3, message);
  if (code === 'bad-configuration') throw new CliError(code, 2, message);
  throw error;
}

function announce(server: { webhookUrl: string; controlUrl: string }, routing: boolean, terminal: Terminal): void {
  terminal.complain(`Webhooks are taken at ${server.webhookUrl}`);
  terminal.complain(`Control plane and playground are at ${server.controlUrl} ("the-loop open")`);
  if (!routing) {
    terminal.complain(
      'Routing is off: deliveries are stored and wake nobody (routing.enabled: true, or start --route)',
    );
  }
}
