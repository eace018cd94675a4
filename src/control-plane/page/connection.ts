export interface Edge<N> {
  cursor: string;
  node: N;
}

export interface Connection<N> {
  edges: Edge<N>[];
  nodes: N[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/**
 * Makes a page of rows that were read with one row to spare: the spare one tells whether there is more, and is not shown.
 */
export function connection<R>(rows: readonly R[], first: number, cursorOf: (row: R) => string): Connection<R> {
  const edges = rows.slice(0, first).map((node) => ({ cursor: cursorOf(node), node }));
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: { hasNextPage: rows.length > first, endCursor: edges.at(-1)?.cursor ?? null },
  };
}
