import {
  AUDIT_TIME_TOPIC,
  timeCalls,
  timeRecordRow,
  type AuditId,
  type TimeRecordRead,
} from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { useRows, wholeSource, type ListRows } from '@cotejo/ui/list';
import { useMemo } from 'react';

/**
 * Time records of an audit that the user may see, kept current by the feed.
 * @param isEditor whether the user may edit the team, and so sees all records; they are loaded again when it changes
 */
export function useTimeRecords(audit: AuditId, isEditor: boolean): ListRows<TimeRecordRead> {
  const { api } = useWorkspace();
  const source = useMemo(
    () =>
      wholeSource<TimeRecordRead>({
        key: ['audit-time', audit, isEditor],
        read: (signal) => perform(api, timeCalls.list, { params: { id: audit } }, { signal }),
        feed: { topic: AUDIT_TIME_TOPIC, key: audit },
        change: (raw) => {
          const row = timeRecordRow.parse(raw);
          return { id: row.id, version: row.version, row: 'eliminado' in row ? null : row };
        },
      }),
    [api, audit, isEditor],
  );
  return useRows(source);
}
