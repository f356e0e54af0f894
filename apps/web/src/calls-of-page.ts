import { USERS_PATH } from '@cotejo/access-contracts/paths';
import { AUDIT_PATH, EVALUATION_PATH, TREE_DOCUMENT_PATH } from '@cotejo/audits-contracts/paths';
import { pathOf } from '@cotejo/http/contracts';

/** Pages of one record: path, query parameter of the id, and the call that reads it. */
const RECORD_PAGES = [
  { page: '/auditorias/plan/', query: 'auditoria-id', call: AUDIT_PATH },
  {
    page: '/evaluacion-analisis-de-riesgos/evaluacion/',
    query: 'evaluacion-id',
    call: EVALUATION_PATH,
  },
] as const;

/** First requests of a page. */
export interface CallsOfPage {
  readonly calls: readonly string[];
  /** The record whose tree the page shows; its document is requested if the browser has none. */
  readonly tree: { readonly id: string; readonly call: string } | null;
}

/**
 * Derived from the URL alone, so that requests start while the page's code still loads. A call missing here
 * only costs time.
 */
export function callsOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): CallsOfPage {
  const query = new URLSearchParams(search);
  const record = RECORD_PAGES.find(({ page }) => page === pathname);
  const id = record && query.get(record.query);
  if (!id) return { calls: [], tree: null };
  // With `version`, the page shows a past state instead of the current tree.
  const isNow = !query.has('version');
  return {
    calls: [pathOf(record.call, { id }), USERS_PATH],
    tree: isNow ? { id, call: pathOf(TREE_DOCUMENT_PATH, { id }) } : null,
  };
}
