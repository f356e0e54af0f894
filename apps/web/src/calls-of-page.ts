const PEOPLE = '/users/';

/** Pages of one record: their address, the query that names it, and the call that reads it. */
const RECORD_PAGES = [
  { page: '/auditorias/plan/', query: 'auditoria-id', call: '/proyecto/riesgo/auditoria' },
  {
    page: '/evaluacion-analisis-de-riesgos/evaluacion/',
    query: 'evaluacion-id',
    call: '/proyecto/riesgo/evaluacion',
  },
] as const;

/**
 * What a page will ask the server first, told from its address alone: asked while the page's own program still
 * loads. A call that is missing here costs time and nothing else.
 */
export function callsOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): readonly string[] {
  const record = RECORD_PAGES.find(({ page }) => page === pathname);
  const id = record && new URLSearchParams(search).get(record.query);
  return id ? [`${record.call}/${encodeURIComponent(id)}/`, PEOPLE] : [];
}
