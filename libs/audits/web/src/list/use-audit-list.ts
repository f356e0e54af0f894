import { AUDIT_LIST_TOPIC, auditCalls, auditListRow, type AuditRow } from '@cotejo/audits-contracts';
import { perform, type ApiClient } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

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

/**
 * A list that was read while the feed moved it: what was told since `before`, when the reading began, is newer than
 * what it read.
 */
export function keepTold(
  read: readonly AuditRow[],
  before: readonly AuditRow[] = [],
  now: readonly AuditRow[] = [],
  order?: (a: AuditRow, b: AuditRow) => number,
): AuditRow[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const left = new Set(now.map(({ id }) => id));
  const stays = read.filter(({ id }) => !known.has(id) || left.has(id));
  const told = now.filter((row) => known.get(row.id) !== row);
  return mergeAuditRows(stays, told, order);
}

/** Reads a list whole; `order` as of its rows. */
export function useReadRows(
  ask: (api: ApiClient, signal: AbortSignal) => Promise<AuditRow[]>,
  key: readonly [string],
  order?: (a: AuditRow, b: AuditRow) => number,
): (context: { readonly signal: AbortSignal }) => Promise<AuditRow[]> {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  const [name] = key;
  return async ({ signal }) => {
    const known = () => queries.getQueryData<AuditRow[]>([name]);
    const before = known();
    const rows = await ask(api, signal);
    return keepTold(rows, before, known(), order);
  };
}

const readAudits = (api: ApiClient, signal: AbortSignal): Promise<AuditRow[]> =>
  perform(api, auditCalls.list, {}, { signal });

/** Milliseconds after which notes that could not be counted are asked for again. */
const COUNT_AGAIN_MS = 3_000;

/** The account's audits as they are known; whoever shows the list keeps them moving. */
export function useAuditRows() {
  const queryFn = useReadRows(readAudits, auditListKey);
  return useQuery({
    queryKey: auditListKey,
    queryFn,
    // Notes that could not be counted in time come with no frame of their own.
    refetchInterval: ({ state }) =>
      state.data?.some(({ avance }) => avance.notas_abiertas === null) ? COUNT_AGAIN_MS : false,
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
