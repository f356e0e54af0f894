import { AUDIT_LIST_TOPIC, auditListRow, auditRow, type AuditRow } from '@cotejo/audits-contracts';
import { useWorkspace } from '@cotejo/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';

export const auditListKey = ['audits'] as const;

const byCode = (a: AuditRow, b: AuditRow): number =>
  b.codigo.localeCompare(a.codigo, 'es', { numeric: true });

/** A row replaces an older one of the same audit; what the feed repeats changes nothing. */
export function mergeAuditRows(
  rows: readonly AuditRow[],
  frame: readonly unknown[],
  order: (a: AuditRow, b: AuditRow) => number = byCode,
): AuditRow[] {
  const byId = new Map(rows.map((row) => [row.id as string, row]));
  for (const raw of frame) {
    const row = auditListRow.parse(raw);
    if ('removed' in row) byId.delete(row.id);
    else if ((byId.get(row.id)?.version ?? -1) <= row.version) byId.set(row.id, row);
  }
  return [...byId.values()].sort(order);
}

/** The account's audits as they are known; whoever shows the list keeps them moving. */
export function useAuditRows() {
  const { api } = useWorkspace();
  return useQuery({
    queryKey: auditListKey,
    queryFn: ({ signal }) =>
      api
        .get('/proyecto/riesgo/auditoria/', { schema: z.array(auditRow), signal })
        .then((rows) => mergeAuditRows([], rows)),
  });
}

/** The account's audits: read once, then moved by the live feed. One screen at a time follows it. */
export function useAuditList() {
  const list = useAuditRows();
  useRowsOfFeed(AUDIT_LIST_TOPIC, auditListKey, list.isSuccess);
  return list;
}

/** Moves a list of the account's records that was read (`isLoaded`) by its live feed. */
export function useRowsOfFeed(
  topic: string,
  key: readonly [string],
  isLoaded: boolean,
  order?: (a: AuditRow, b: AuditRow) => number,
): void {
  const { live, me } = useWorkspace();
  const queries = useQueryClient();
  const [name] = key;
  useEffect(() => {
    if (!isLoaded) return;
    return live.follow(topic, me.accountId, -1, {
      onFrame: ({ rows }) =>
        queries.setQueryData<AuditRow[]>([name], (known) => mergeAuditRows(known ?? [], rows, order)),
      onReset: () => void queries.invalidateQueries({ queryKey: [name] }),
    });
  }, [live, topic, name, isLoaded, order, me.accountId, queries]);
}
