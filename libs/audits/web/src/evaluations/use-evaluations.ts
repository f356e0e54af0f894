import { auditRow, EVALUATION_LIST_TOPIC, type AuditRow } from '@cotejo/audits-contracts';
import { useWorkspace } from '@cotejo/ui';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { mergeAuditRows, useRowsOfFeed } from '../list/use-audit-list.ts';

export const evaluationsKey = ['evaluations'] as const;

/** The account's risk evaluations and libraries, the newest year first: read once, then moved by the live feed. */
export function useEvaluations() {
  const { api } = useWorkspace();
  const list = useQuery({
    queryKey: evaluationsKey,
    queryFn: ({ signal }) =>
      api
        .get('/proyecto/riesgo/evaluacion/', { schema: z.array(auditRow), signal })
        .then((rows) => mergeAuditRows([], rows, byYear)),
  });
  useRowsOfFeed(EVALUATION_LIST_TOPIC, evaluationsKey, list.isSuccess, byYear);
  return list;
}

const byYear = (a: AuditRow, b: AuditRow): number =>
  b.ano_auditoria - a.ano_auditoria || b.codigo.localeCompare(a.codigo, 'es', { numeric: true });
