import { auditRow, type AuditRow } from '@cotejo/audits-contracts';
import { useWorkspace } from '@cotejo/ui';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';

export const evaluationsKey = ['evaluations'] as const;

/** The account's risk evaluations and libraries, the newest year first. */
export function useEvaluations() {
  const { api } = useWorkspace();
  return useQuery({
    queryKey: evaluationsKey,
    queryFn: ({ signal }) =>
      api
        .get('/proyecto/riesgo/evaluacion/', { schema: z.array(auditRow), signal })
        .then((rows) => [...rows].sort(byYear)),
  });
}

const byYear = (a: AuditRow, b: AuditRow): number =>
  b.ano_auditoria - a.ano_auditoria || b.codigo.localeCompare(a.codigo, 'es', { numeric: true });
