import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** What the framework says, in our log: warnings and errors as such, its own start only for somebody who debugs. */
export function frameworkLog(logger: Logger): LoggerService {
  const context = (rest: readonly unknown[]) => ({ context: rest.at(-1) });
  const debug = (message: unknown, ...rest: unknown[]): void => logger.debug(context(rest), String(message));
  return {
    log: debug,
    debug,
    verbose: debug,
    warn: (message: unknown, ...rest: unknown[]) => logger.warn(context(rest), String(message)),
    error: (message: unknown, ...rest: unknown[]) => {
      // A client that went away in the middle of its request is no error of ours.
      if (/\baborted\b/.test(String(message))) return debug(message, ...rest);
      const [stack] = rest;
      logger.error({ ...context(rest), err: message instanceof Error ? message : undefined, stack }, String(message));
    },
  };
}
