import {
  AUDIT_LIST_TOPIC,
  auditCalls,
  auditListChange,
  auditListKey,
  type AuditRow,
  type YearRange,
} from '@cotejo/audits-contracts';
import { perform, type ApiClient } from '@cotejo/http/client';
import { useFormat, useWorkspace, type ReadAhead } from '@cotejo/ui';
import {
  readRowsAhead,
  useRows,
  useUnchanged,
  wholeSource,
  type ListRows,
  type RowsSource,
} from '@cotejo/ui/list';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { loadedYears } from './loaded-years.ts';

/** Milliseconds after which notes that could not be counted are asked for again. */
const COUNT_AGAIN_MS = 3_000;

/** Years that have audits, newest first. */
const yearsOf = (api: ApiClient) =>
  queryOptions({
    queryKey: ['audits', 'years'],
    queryFn: ({ signal }) => perform(api, auditCalls.years, {}, { signal }),
  });

const sourceOf = (
  api: ApiClient,
  accountId: string,
  { from, to, withOpen }: YearRange,
): RowsSource<AuditRow> =>
  wholeSource<AuditRow>({
    key: ['audits', 'list', from, to, withOpen],
    read: (signal) => {
      const query = {
        ...(from !== null && { ano_desde: String(from) }),
        ...(to !== null && { ano_hasta: String(to) }),
        ...(withOpen && { con_abiertas: 'true' as const }),
      };
      return perform(api, auditCalls.list, { query }, { signal });
    },
    feed: { topic: AUDIT_LIST_TOPIC, key: auditListKey(accountId, { from, to, withOpen }) },
    change: auditListChange,
    keepsPrevious: true,
  });

const yearOf = (isoDay: string): number => Number(isoDay.slice(0, 4));

/** Reads the audits that the list shows first. */
export const readAuditsAhead: ReadAhead = ({ api, me }, queries, today) => {
  const range = loadedYears([], queries.getQueryData(yearsOf(api).queryKey), yearOf(today));
  void readRowsAhead(queries, sourceOf(api, me.accountId, range));
};

export interface LoadedAudits {
  readonly rows: ListRows<AuditRow>;
  /** Years to choose from, newest first. */
  readonly years: readonly number[];
  readonly loaded: YearRange;
}

/**
 * Audits of the years asked for (all that the list loads by itself where none is), live.
 * @param asked years, as texts
 */
export function useAudits(asked: readonly string[]): LoadedAudits {
  const { api, me } = useWorkspace();
  const format = useFormat();
  const existing = useQuery(yearsOf(api)).data;
  const thisYear = yearOf(format.isoDay(new Date()));
  const { from, to, withOpen } = loadedYears(asked.map(Number).filter(Number.isInteger), existing, thisYear);
  const source = useMemo(
    () => sourceOf(api, me.accountId, { from, to, withOpen }),
    [api, me.accountId, from, to, withOpen],
  );
  const list = useRows(source);
  const { retry, rows } = list;
  // Notes that could not be counted in time come with no frame of their own.
  useEffect(() => {
    if (!rows.some(({ notas_abiertas: notes }) => notes === null)) return undefined;
    const timer = setTimeout(retry, COUNT_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [retry, rows]);
  const years = useUnchanged(
    useMemo(() => {
      const met = [
        ...(existing ?? []).map(({ ano }) => ano),
        ...rows.map(({ ano_auditoria }) => ano_auditoria),
      ];
      return [...new Set(met)].sort((a, b) => b - a);
    }, [existing, rows]),
  );
  return { rows: list, years, loaded: { from, to, withOpen } };
}

/** All audits that the user may see, read once, e.g. to choose one as a target. */
export function useAllAudits() {
  const { api } = useWorkspace();
  return useQuery({
    queryKey: ['audits', 'all'],
    queryFn: ({ signal }) => perform(api, auditCalls.list, {}, { signal }),
  });
}
