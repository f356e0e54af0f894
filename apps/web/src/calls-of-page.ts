import { USERS_PATH } from '@cotejo/access-contracts/paths';
import { AUDIT_PATH, EVALUATION_PATH, TREE_DOCUMENT_PATH } from '@cotejo/audits-contracts/paths';
import { pathOf } from '@cotejo/http/contracts';

/** Pages of one record: their address, the query that names it, and the call that reads it. */
const RECORD_PAGES = [
  { page: '/auditorias/plan/', query: 'auditoria-id', call: AUDIT_PATH },
  {
    page: '/evaluacion-analisis-de-riesgos/evaluacion/',
    query: 'evaluacion-id',
    call: EVALUATION_PATH,
  },
] as const;

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
  // Whoever looks at the past reads that instead of the tree as it is.
  const isNow = !query.has('version');
  return {
    calls: [pathOf(record.call, { id }), USERS_PATH],
    tree: isNow ? { id, call: pathOf(TREE_DOCUMENT_PATH, { id }) } : null,
  };
}
