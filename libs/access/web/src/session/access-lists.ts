/** First part of the key of whatever is asked of access. */
const ACCESS = 'access';
/** Second part: lists and stories that others may change while somebody looks at them. */
const SHARED: ReadonlySet<unknown> = new Set([
  'people',
  'roles',
  'slots',
  'history',
  'history-of',
  'sessions-of',
]);

/** Whether a query shows what another administrator may be changing now. */
export const isSharedAccess = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  queryKey[0] === ACCESS && SHARED.has(queryKey[1]);
