import {
  auditListChange,
  EVALUATION_LIST_TOPIC,
  evaluationCalls,
  type AuditRow,
} from '@cotejo/audits-contracts';
import { perform, type ApiClient } from '@cotejo/http/client';
import { useWorkspace, type ReadAhead } from '@cotejo/ui';
import { readRowsAhead, useRows, wholeSource, type ListRows, type RowsSource } from '@cotejo/ui/list';
import { useMemo } from 'react';

export const evaluationsKey = ['evaluations'] as const;

const sourceOf = (api: ApiClient, accountId: string): RowsSource<AuditRow> =>
  wholeSource<AuditRow>({
    key: evaluationsKey,
    read: (signal) => perform(api, evaluationCalls.list, {}, { signal }),
    feed: { topic: EVALUATION_LIST_TOPIC, key: accountId },
    change: auditListChange,
  });

export const readEvaluationsAhead: ReadAhead = ({ api, me }, queries) =>
  void readRowsAhead(queries, sourceOf(api, me.accountId));

/** The account's risk evaluations and libraries, the newest year first: read once, then moved by the live feed. */
export function useEvaluations(): ListRows<AuditRow> {
  const { api, me } = useWorkspace();
  const source = useMemo(() => sourceOf(api, me.accountId), [api, me.accountId]);
  const list = useRows(source);
  const rows = useMemo(() => list.rows.toSorted(byYear), [list.rows]);
  return { ...list, rows };
}

const byYear = (a: AuditRow, b: AuditRow): number =>
  b.ano_auditoria - a.ano_auditoria || b.codigo.localeCompare(a.codigo, 'es', { numeric: true });
