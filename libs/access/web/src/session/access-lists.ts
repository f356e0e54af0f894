/** First element of query keys of access calls. */
const ACCESS = 'access';
/** Second element: lists and histories that other users may change while they are shown. */
const SHARED: ReadonlySet<unknown> = new Set([
  'people',
  'roles',
  'slots',
  'history',
  'history-of',
  'sessions-of',
]);

/** Whether a query shows data that another administrator may be changing. */
export const isSharedAccess = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  queryKey[0] === ACCESS && SHARED.has(queryKey[1]);
