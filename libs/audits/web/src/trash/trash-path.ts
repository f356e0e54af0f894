import { recordTypeOf, type AuditDetail } from '@cotejo/audits-contracts';
import { isEvaluation } from '../evaluations/evaluation-path.ts';

/** Address of a plan's trash. */
export const trashPath = ({ id, record_type }: Pick<AuditDetail, 'id' | 'record_type'>): string =>
  `/auditorias/papelera/?${isEvaluation(recordTypeOf(record_type)) ? 'evaluacion-id' : 'auditoria-id'}=${id}`;
