import {
  AUDIT_LIST_TOPIC,
  auditCalls,
  auditListChange,
  auditListKey,
  auditStatusOf,
  type AuditRow,
} from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { useRows, wholeSource } from '@cotejo/ui/list';
import { useMemo } from 'react';

const isClosed = ({ status }: AuditRow): boolean => auditStatusOf(status) === 'closed';

/** Ids of a year's closed audits, as far as the user may see them, live; null until they are known. */
export function useClosedAudits(year: number): ReadonlySet<string> | null {
  const { api, me } = useWorkspace();
  const source = useMemo(
    () =>
      wholeSource<AuditRow>({
        key: ['planning', 'audits', year],
        read: (signal) => perform(api, auditCalls.list, { query: { ano: String(year) } }, { signal }),
        feed: {
          topic: AUDIT_LIST_TOPIC,
          key: auditListKey(me.accountId, { from: year, to: year, withOpen: false }),
        },
        change: auditListChange,
      }),
    [api, me.accountId, year],
  );
  const { rows, status } = useRows(source);
  return useMemo(
    () =>
      status === 'loading' || status === 'failed' ? null : new Set(rows.filter(isClosed).map(({ id }) => id)),
    [rows, status],
  );
}
