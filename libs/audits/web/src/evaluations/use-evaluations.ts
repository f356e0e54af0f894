import {
  auditListChange,
  EVALUATION_LIST_TOPIC,
  evaluationCalls,
  type AuditRow,
} from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { useRows, wholeSource, type ListRows } from '@cotejo/ui/list';
import { useMemo } from 'react';

export const evaluationsKey = ['evaluations'] as const;

/** The account's risk evaluations and libraries, the newest year first: read once, then moved by the live feed. */
export function useEvaluations(): ListRows<AuditRow> {
  const { api, me } = useWorkspace();
  const source = useMemo(
    () =>
      wholeSource<AuditRow>({
        key: evaluationsKey,
        read: (signal) => perform(api, evaluationCalls.list, {}, { signal }),
        feed: { topic: EVALUATION_LIST_TOPIC, key: me.accountId },
        change: auditListChange,
      }),
    [api, me.accountId],
  );
  const list = useRows(source);
  const rows = useMemo(() => list.rows.toSorted(byYear), [list.rows]);
  return { ...list, rows };
}

const byYear = (a: AuditRow, b: AuditRow): number =>
  b.ano_auditoria - a.ano_auditoria || b.codigo.localeCompare(a.codigo, 'es', { numeric: true });
