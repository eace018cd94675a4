import type { ObjectLiteral, Repository } from 'typeorm';

/** How many rows there are of each value of a column. */
export async function tally<E extends ObjectLiteral>(
  rows: Repository<E>,
  column: keyof E & string,
): Promise<Map<string, number>> {
  const found = await rows
    .createQueryBuilder('each')
    .select(`each.${column}`, 'of')
    .addSelect('count(*)', 'count')
    .groupBy(`each.${column}`)
    .getRawMany<{ of: string; count: number | string }>();
  return new Map(found.map(({ of, count }) => [of, Number(count)]));
}
