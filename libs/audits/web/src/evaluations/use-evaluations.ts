import { EVALUATION_LIST_TOPIC, evaluationCalls, type AuditRow } from '@cotejo/audits-contracts';
import { perform, type ApiClient } from '@cotejo/http/client';
import { useQuery } from '@tanstack/react-query';
import { useReadRows, useRowsOfFeed } from '../list/use-audit-list.ts';

export const evaluationsKey = ['evaluations'] as const;

/** The account's risk evaluations and libraries, the newest year first: read once, then moved by the live feed. */
export function useEvaluations() {
  const queryFn = useReadRows(readEvaluations, evaluationsKey, byYear);
  const list = useQuery({ queryKey: evaluationsKey, queryFn });
  useRowsOfFeed(EVALUATION_LIST_TOPIC, evaluationsKey, list.isSuccess, byYear);
  return list;
}

const readEvaluations = (api: ApiClient, signal: AbortSignal): Promise<AuditRow[]> =>
  perform(api, evaluationCalls.list, {}, { signal });

const byYear = (a: AuditRow, b: AuditRow): number =>
  b.ano_auditoria - a.ano_auditoria || b.codigo.localeCompare(a.codigo, 'es', { numeric: true });
