import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

/** Times are epoch milliseconds inside and ISO 8601 in UTC outside. */
export const EpochTime = new GraphQLScalarType<number, string>({
  name: 'DateTime',
  description:
    'A moment as ISO 8601 text in UTC, for example `2026-01-31T08:00:00.000Z`. Never an order: that is what `seq` is for.',
  serialize: (value) => new Date(value as number).toISOString(),
  parseValue: (value) => parse(value),
  parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : undefined),
});

function parse(value: unknown): number {
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) {
    const sentence = `DateTime cannot be ${JSON.stringify(value)}: expected ISO 8601 text, for example "2026-01-31T08:00:00Z"`;
    throw new GraphQLError(sentence, { extensions: { code: 'BAD_USER_INPUT' } });
  }
  return time;
}
