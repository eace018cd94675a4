import { type ArgumentsHost, Catch, Inject, Injectable } from '@nestjs/common';
import { type GqlExceptionFilter } from '@nestjs/graphql';
import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { LOGGER } from '../events/logger.token.js';
import { clientError, maskedError } from './client-error.js';

/**
 * The last word on every error: refusals of ours reach the client with code and sentence, anything else is logged as it
 * is and reaches nobody. It does not ask for NODE_ENV.
 */
@Catch()
@Injectable()
export class ErrorFilter implements GqlExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, _host?: ArgumentsHost): GraphQLError {
    return clientError(error) ?? this.masked(error);
  }

  /** For errors that GraphQL itself has wrapped, with the place where they happened. */
  wrapped(error: GraphQLError): GraphQLError {
    const { extensions, message } = clientError(error) ?? this.catch(error.originalError ?? error);
    return new GraphQLError(message, { nodes: error.nodes, source: error.source, path: error.path, extensions });
  }

  private masked(error: unknown): GraphQLError {
    this.logger.error({ err: error }, 'A request of the control plane met a defect');
    return maskedError();
  }
}
