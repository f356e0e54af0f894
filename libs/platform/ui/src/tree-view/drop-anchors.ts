/** Position among siblings: after one, else before another, else at the end. */
export interface Anchors {
  /** Null = first. */
  readonly after?: string | null;
  readonly before?: string | null;
}

/**
 * Anchors of a drop between rows. `index` counts the parent's visible children including dragged ones (as the
 * tree component reports it); null = dropped onto the parent itself, i.e. at the end.
 */
export function dropAnchors(
  siblings: readonly string[],
  dragged: ReadonlySet<string>,
  index: number | null,
): Anchors {
  if (index === null) return {};
  const above = siblings.slice(0, index).findLast((id) => !dragged.has(id));
  const below = siblings.slice(index).find((id) => !dragged.has(id));
  return { after: above ?? null, ...(below === undefined ? {} : { before: below }) };
}
