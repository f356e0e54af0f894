import { AUDIT_LIST_TOPIC, auditCalls, auditListRow, type AuditRow } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

export const auditListKey = ['audits'] as const;

const byCode = (a: AuditRow, b: AuditRow): number =>
  b.codigo.localeCompare(a.codigo, 'es', { numeric: true });

/** A row replaces an older one of the same audit; what the feed repeats changes nothing. */
export function mergeAuditRows(rows: readonly AuditRow[], frame: readonly unknown[]): AuditRow[] {
  const byId = new Map(rows.map((row) => [row.id as string, row]));
  for (const raw of frame) {
    const row = auditListRow.parse(raw);
    if ('removed' in row) byId.delete(row.id);
    else if ((byId.get(row.id)?.version ?? -1) <= row.version) byId.set(row.id, row);
  }
  return [...byId.values()].sort(byCode);
}

/**
 * Reconciles a list with feed rows that arrived while it was being read: rows that changed since `before` (the list
 * when the read started) are newer than the response.
 */
export function keepTold(
  read: readonly AuditRow[],
  before: readonly AuditRow[] = [],
  now: readonly AuditRow[] = [],
): AuditRow[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const left = new Set(now.map(({ id }) => id));
  const stays = read.filter(({ id }) => !known.has(id) || left.has(id));
  const told = now.filter((row) => known.get(row.id) !== row);
  return mergeAuditRows(stays, told);
}

/** Milliseconds after which notes that could not be counted are asked for again. */
const COUNT_AGAIN_MS = 3_000;

/** Query of the account's audits; live updates are left to the caller (`useRowsOfFeed`). */
export function useAuditRows() {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  const known = () => queries.getQueryData<AuditRow[]>(auditListKey);
  return useQuery({
    queryKey: auditListKey,
    queryFn: async ({ signal }) => {
      const before = known();
      return keepTold(await perform(api, auditCalls.list, {}, { signal }), before, known());
    },
    // Notes that could not be counted in time come with no frame of their own.
    refetchInterval: ({ state }) =>
      state.data?.some(({ avance }) => avance.notas_abiertas === null) ? COUNT_AGAIN_MS : false,
  });
}

/** The account's audits: read once, then updated by the live feed. Only one screen at a time may subscribe. */
export function useAuditList() {
  const list = useAuditRows();
  const { live, me } = useWorkspace();
  const queries = useQueryClient();
  const { isSuccess } = list;
  useEffect(() => {
    if (!isSuccess) return;
    return live.follow(AUDIT_LIST_TOPIC, me.accountId, -1, {
      onFrame: ({ rows }) =>
        queries.setQueryData<AuditRow[]>(auditListKey, (known) => mergeAuditRows(known ?? [], rows)),
      onReset: () => void queries.invalidateQueries({ queryKey: auditListKey }),
    });
  }, [live, isSuccess, me.accountId, queries]);
  return list;
}
