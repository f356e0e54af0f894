import { recordTypeOf, type AuditDetail } from '@cotejo/audits-contracts';
import { evaluationPath, isEvaluation } from '../evaluations/evaluation-path.ts';

/** Where an audit's plan is. */
export const planPath = (audit: string): string => `/auditorias/plan/?auditoria-id=${audit}`;

type Named = Pick<AuditDetail, 'id' | 'record_type'>;

/**
 * Where the tree of a record is, whatever kind of record it is.
 * @param others what else the address said; what named the record there is left out
 */
export function recordPath({ id, record_type }: Named, others?: URLSearchParams): string {
  const path = isEvaluation(recordTypeOf(record_type)) ? evaluationPath(id) : planPath(id);
  const rest = new URLSearchParams(others);
  for (const name of ['auditoria-id', 'evaluacion-id']) rest.delete(name);
  return rest.size === 0 ? path : `${path}&${rest.toString()}`;
}

/**
 * A record's tree with an item opened beside it.
 * @param record its id alone where its kind is not known: the page finds out
 */
export const itemPath = (record: string | Named, item: string): string =>
  `${typeof record === 'string' ? planPath(record) : recordPath(record)}&hoja-id=${encodeURIComponent(item)}`;
