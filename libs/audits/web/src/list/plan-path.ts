import { recordTypeOf, type AuditDetail } from '@cotejo/audits-contracts';
import { evaluationPath, isEvaluation } from '../evaluations/evaluation-path.ts';

/** Address of the wizard that creates audits. */
export const NEW_AUDIT_PATH = '/auditorias/nueva/';

/** Address of an audit's plan. */
export const planPath = (audit: string): string => `/auditorias/plan/?auditoria-id=${audit}`;

/** The trash of the account's audits; with an audit it is that audit's own. */
export const AUDIT_TRASH_PATH = '/auditorias/papelera/';

type Named = Pick<AuditDetail, 'id' | 'record_type'>;

/**
 * Address of a record's tree; audits and risk evaluations use different pages.
 * @param others other query parameters to keep; parameters that name the record are dropped
 */
export function recordPath({ id, record_type }: Named, others?: URLSearchParams): string {
  const path = isEvaluation(recordTypeOf(record_type)) ? evaluationPath(id) : planPath(id);
  const rest = new URLSearchParams(others);
  for (const name of ['auditoria-id', 'evaluacion-id']) rest.delete(name);
  return rest.size === 0 ? path : `${path}&${rest.toString()}`;
}

/**
 * Address of a record's tree with an item's worksheet open.
 * @param record the id alone when the record type is unknown: the page finds it out
 */
export const itemPath = (record: string | Named, item: string): string =>
  `${typeof record === 'string' ? planPath(record) : recordPath(record)}&hoja-id=${encodeURIComponent(item)}`;
