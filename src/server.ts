import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import type { AppConfig } from './config/app-config.js';
import { loadSecrets } from './config/secrets.loader.js';
import type { StatePaths } from './config/state-paths.js';
import { ControlGate } from './control-plane/control.gate.js';
import { ControlListener } from './control.listener.js';
import { openDatabase } from './database/database.opening.js';
import { Transactions } from './database/database.transactions.js';
import { InstanceLock } from './database/instance.lock.js';
import { makeStateFolders } from './database/state.folder.js';
import { ControlUrl } from './dispatch/control.url.js';
import { DispatchService } from './dispatch/dispatch.service.js';
import { frameworkLog } from './framework.log.js';
import { announceServer, type ServerAddress, withdrawServer } from './server.address.js';
import { DoorRulesSource } from './webhook/door-rules.source.js';
import { IntakeService } from './webhook/intake.service.js';
import { LISTENER_TIMEOUTS, type ListenerTimeouts } from './webhook/listener-timeouts.js';
import { RejectionCounter } from './webhook/rejection.counter.js';
import { serveTwoListeners } from './webhook/two.listeners.js';
import { WebhookListener } from './webhook/webhook.listener.js';

export interface ServerOptions {
  readonly config: AppConfig;
  readonly paths: StatePaths;
  readonly logger: Logger;
  /** Read from where the configuration says when not given. */
  readonly secrets?: readonly string[];
  readonly timeouts?: ListenerTimeouts;
}

export interface StopHow {
  /** How long running turns are waited for; a second call may shorten it. */
  readonly drainSeconds?: number;
  /** End running turns instead of leaving them to the next start. */
  readonly kill?: boolean;
}

export interface RunningServer extends ServerAddress {
  readonly app: NestFastifyApplication;
  /** Takes nothing new, waits for running turns, leaves what still runs to the next start. May be called twice. */
  stop(how?: StopHow): Promise<void>;
}

/** Providers are asked for by class, whichever module they live in. */
const ANYWHERE = { strict: false } as const;

/**
 * Starts the one server of a state folder. Nothing in the folder is looked at before its lock is held; nothing is taken
 * in before what an earlier server left has been settled or adopted.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, paths, logger } = options;
  const secrets = options.secrets ?? loadSecrets(config, process.env, process.cwd(), (note) => logger.warn(note));
  const lock = InstanceLock.take(paths.lock);
  const undo: (() => void | Promise<void>)[] = [() => lock.release()];
  try {
    makeStateFolders(paths.root, paths.runs, paths.backups, paths.spool);
    const { backup, migrated } = await openDatabase(paths.database, paths.backups);
    if (backup !== null) logger.info({ backup, migrated }, 'The database was brought up to date; a backup was kept');
    const timeouts = options.timeouts ?? LISTENER_TIMEOUTS;
    const app = await createApp({ config, paths, logger, secrets }, timeouts);
    undo.unshift(() => app.close());
    const fastify = app.getHttpAdapter().getInstance();
    const webhook = new WebhookListener((request, response) => fastify.routing(request, response), timeouts);
    const control = new ControlListener(app);
    undo.unshift(
      () => app.get(DispatchService, ANYWHERE).stop(0),
      () => webhook.close(),
      () => control.close(),
    );
    serveTwoListeners(fastify, {
      listener: webhook,
      path: config.webhooks.ghWebhook.path,
      rules: app.get(DoorRulesSource, ANYWHERE),
      rejections: app.get(RejectionCounter, ANYWHERE),
    });

    app.get(ControlGate, ANYWHERE).installOn(fastify, control.server);

    const controlUrl = await control.listen(config.control);
    app.get(ControlUrl, ANYWHERE).value = controlUrl;
    await app.get(DispatchService, ANYWHERE).start();
    const { host, port, path } = config.webhooks.ghWebhook;
    const address = { controlUrl, webhookUrl: `${await webhook.listen({ host, port })}${path}` };
    await app.get(Transactions).run((tx) => tx.record({ name: 'server.started' }));
    announceServer(paths.server, address);
    undo.unshift(() => withdrawServer(paths.server));
    return running(app, address, options, undo);
  } catch (error) {
    await undoAll(undo);
    throw error;
  }
}

async function createApp(parts: Parameters<typeof AppModule.of>[0], { headersMs, requestMs }: ListenerTimeouts) {
  const adapter = new FastifyAdapter({
    requestTimeout: requestMs,
    http: { headersTimeout: headersMs },
    // A path nobody can decode reaches no hook; it is one that does not exist, and is not said back.
    frameworkErrors: (_fault: Error, _request: unknown, reply: FastifyReply) => {
      void reply.code(404).send({ reason: 'not-found', message: 'Nothing is served under such a path' });
    },
  });
  return NestFactory.create<NestFastifyApplication>(AppModule.of(parts), adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: frameworkLog(parts.logger),
  });
}

function running(
  app: NestFastifyApplication,
  address: ServerAddress,
  { config, logger }: ServerOptions,
  undo: (() => void | Promise<void>)[],
): RunningServer {
  let ended: Promise<void> | undefined;
  const end = async (drained: Promise<void>): Promise<void> => {
    // Whatever the store or a turn does now, the listeners are closed and the lock is given back.
    const unsaid = (fault: unknown): void => logger.warn({ err: fault }, 'The stop was not as orderly as it should be');
    await drained.catch(unsaid);
    const stopped = app.get(Transactions).run((tx) => tx.record({ name: 'server.stopped' }));
    await stopped.catch(unsaid);
    await undoAll(undo);
  };
  return {
    ...address,
    app,
    stop: (how = {}) => {
      app.get(IntakeService, ANYWHERE).stop();
      const drained = app.get(DispatchService, ANYWHERE).stop(how.drainSeconds ?? config.state.drainSeconds, how.kill);
      return (ended ??= end(drained));
    },
  };
}

/** Every step is tried, whatever happened to the one before; the first fault is told. */
async function undoAll(steps: readonly (() => void | Promise<void>)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
}
