import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import type { FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { isFit } from './client-error.js';
import type { ControlContext } from './control.context.js';
import type { ErrorFilter } from './error.filter.js';
import { GRAPHQL_PATH } from './gate-rules.js';
import { limitsRule, MAX_TOKENS } from './query-limits.js';
import type { RequestCallers } from './request.callers.js';

/** Everything that would otherwise follow NODE_ENV is said here, so that a user's machine and ours behave alike. */
export function graphqlOptions(callers: RequestCallers, errors: ErrorFilter): ApolloDriverConfig {
  return {
    driver: ApolloDriver,
    path: GRAPHQL_PATH,
    autoSchemaFile: true,
    sortSchema: true,
    graphiql: false, // its page would load from a CDN; the playground here ships with the product
    introspection: true, // behind the token, like everything on this path
    includeStacktraceInErrorResponses: false,
    persistedQueries: false,
    autoTransformHttpErrors: false,
    fieldResolverEnhancers: ['filters'],
    parseOptions: { maxTokens: MAX_TOKENS },
    validationRules: [limitsRule],
    context: (request: FastifyRequest): ControlContext => ({ caller: callers.of(request.raw) }),
    formatError: (formatted, error) => disclosed(formatted, error, errors),
  };
}

/** What never passed a filter: errors of GraphQL itself and of the layer around it. */
function disclosed(formatted: GraphQLFormattedError, error: unknown, errors: ErrorFilter): GraphQLFormattedError {
  if (isFit(formatted.extensions?.code)) return formatted;
  return errors
    .wrapped(error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error }))
    .toJSON();
}
