export type Counts = Readonly<Record<string, number>>;

/**
 * What one turn added to counters that run over a whole conversation. A counter that has become smaller was started
 * anew. Without an earlier reading the share of a resumed conversation is unknown.
 */
export function addedBy(total: Counts, before: Counts | null | undefined, isNew: boolean): Counts | null {
  if (isNew) return total;
  if (before === null || before === undefined) return null;
  return Object.fromEntries(
    Object.entries(total).map(([name, value]) => {
      const earlier = before[name] ?? 0;
      return [name, value >= earlier ? value - earlier : value];
    }),
  );
}
