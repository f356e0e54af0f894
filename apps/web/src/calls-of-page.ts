/** Pages of one record: their address, the query that names it, and the call that reads it. */
const RECORD_PAGES = [
  { page: '/auditorias/plan/', query: 'auditoria-id', call: '/proyecto/riesgo/auditoria' },
  {
    page: '/evaluacion-analisis-de-riesgos/evaluacion/',
    query: 'evaluacion-id',
    call: '/proyecto/riesgo/evaluacion',
  },
] as const;
const PEOPLE = '/users/';

/** What a page will ask the server first. */
export interface CallsOfPage {
  readonly calls: readonly string[];
  /** The record whose tree it will show: its document is asked for by whoever has none. */
  readonly tree: { readonly id: string; readonly call: string } | null;
}

/**
 * Told from the page's address alone, so that it can be asked while the page's own program still loads. A call
 * that is missing here costs time and nothing else.
 */
export function callsOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): CallsOfPage {
  const query = new URLSearchParams(search);
  const record = RECORD_PAGES.find(({ page }) => page === pathname);
  const id = record && query.get(record.query);
  if (!id) return { calls: [], tree: null };
  const named = encodeURIComponent(id);
  // Whoever looks at the past reads that instead of the tree as it is.
  const isNow = !query.has('version');
  return {
    calls: [`${record.call}/${named}/`, PEOPLE],
    tree: isNow ? { id, call: `/proyecto/riesgo/auditoria/${named}/documento/` } : null,
  };
}
