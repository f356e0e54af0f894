/** Changes per request. */
export const PAGE = 100;
/** Newer changes shown above the one of a past version. */
const NEWER = 20;

/**
 * The version before which the list begins, so that it holds the wanted one: null = at the newest change. Kept while the
 * list still holds the wanted version.
 */
export function beginningFor(
  { version, head }: { readonly version: number; readonly head: number },
  held: { readonly from: number; readonly to: number } | null,
): number | null | 'kept' {
  if (held !== null && version >= held.from && version <= held.to) return 'kept';
  return head - version < PAGE - NEWER ? null : version + NEWER + 1;
}
