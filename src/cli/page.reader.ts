import { graphql } from './graphql.client.js';
import type { ControlAccess } from './server.locator.js';

interface Page<N> {
  readonly nodes: readonly N[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** The server's bound on one page. */
const MAX_PAGE = 100;

/**
 * Reads a list page by page until `limit` items are there or the list ends. `field` is the list's
 * name in the answer, `after` the place to begin behind.
 */
export async function readList<N>(
  server: ControlAccess,
  query: string,
  field: string,
  limit: number,
  { after: from, ...variables }: Record<string, unknown> & { after?: string | null },
): Promise<N[]> {
  const nodes: N[] = [];
  for (let after = from ?? null; nodes.length < limit;) {
    const first = Math.min(MAX_PAGE, limit - nodes.length);
    const answer: Record<string, Page<N>> = await graphql(server, query, { ...variables, first, after });
    const page = answer[field]!;
    nodes.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) break;
    after = page.pageInfo.endCursor;
  }
  return nodes;
}
