import { itemStatus, itemType } from '@cotejo/audits-contracts';
import { useAddressQuery } from '@cotejo/ui';
import { useStore } from 'jotai';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { filterAtom } from '../plan-atoms.ts';
import { DUE_STATES, MISSING_SIGNATURES, NO_FILTER, type PlanFilter } from './plan-filter.ts';

/** Query parameters; users read and share these addresses. */
const TEXT = 'q';
const DAYS = 'f.fechas';
const LISTS = {
  assignees: 'f.persona',
  types: 'f.tipo',
  statuses: 'f.estado',
  due: 'f.plazo',
  signatures: 'f.firmas',
  sprints: 'f.sprint',
  visits: 'f.visita',
} as const;
/** `tab=2`: what follows from findings. Becomes a filter by types, and gives way to any other filter. */
const TAB = 'tab';
const FOLLOW_UP = '2';
const RANGE = '..';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Milliseconds without a change after which a filter is written to the address: browsers limit such writes. */
const REST_MS = 300;

/** Reads the plan's filter from an address; values that do not exist are dropped. */
export function readPlanFilter(query: URLSearchParams): PlanFilter {
  const list = (name: keyof typeof LISTS) => query.get(LISTS[name])?.split(',').filter(Boolean) ?? [];
  const [from = '', to = ''] = query.get(DAYS)?.split(RANGE) ?? [];
  const day = (text: string) => (DAY.test(text) ? text : null);
  const types = list('types').flatMap((one) => itemType.safeParse(one).data ?? []);
  const isFollowUp = query.get(TAB) === FOLLOW_UP && !query.has(LISTS.types);
  return {
    text: query.get(TEXT) ?? '',
    assignees: list('assignees'),
    types: isFollowUp ? ['finding', 'action_plan', 'evaluation'] : types,
    statuses: list('statuses').flatMap((one) => itemStatus.safeParse(one).data ?? []),
    due: DUE_STATES.filter((one) => list('due').includes(one)),
    signatures: MISSING_SIGNATURES.filter((one) => list('signatures').includes(one)),
    sprints: list('sprints'),
    visits: list('visits'),
    from: day(from),
    to: day(to),
  };
}

/** The address with another filter; other parameters stay. */
export function writePlanFilter(query: URLSearchParams, filter: PlanFilter): URLSearchParams {
  const next = new URLSearchParams(query);
  const put = (name: string, text: string) => (text === '' ? next.delete(name) : next.set(name, text));
  put(TEXT, filter.text.trim());
  for (const [list, name] of Object.entries(LISTS)) put(name, filter[list as keyof typeof LISTS].join(','));
  put(
    DAYS,
    filter.from === null && filter.to === null ? '' : `${filter.from ?? ''}${RANGE}${filter.to ?? ''}`,
  );
  next.delete(TAB);
  return next;
}

/** The part of an address that names the filter, in one form. */
const nameOf = (filter: PlanFilter): string => writePlanFilter(new URLSearchParams(), filter).toString();

/** Keeps the plan's filter and the address the same: links, reloads, and the browser's back button bring it along. */
export function useFilterInAddress(): void {
  const store = useStore();
  const [params, setParams] = useAddressQuery();
  const write = useRef(setParams);
  useLayoutEffect(() => {
    write.current = setParams;
  }, [setParams]);
  const asked = nameOf(readPlanFilter(params));
  const known = useRef(nameOf(NO_FILTER));
  /** Written, and not yet in the router's address: a slow one arrives after further choices and must not undo them. */
  const underWay = useRef(new Set<string>());

  useEffect(() => {
    if (asked === known.current) return underWay.current.clear();
    if (underWay.current.has(asked)) return;
    known.current = asked;
    store.set(filterAtom, readPlanFilter(new URLSearchParams(asked)));
  }, [store, asked]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.sub(filterAtom, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const filter = store.get(filterAtom);
        if (nameOf(filter) === known.current) return;
        known.current = nameOf(filter);
        underWay.current.add(known.current);
        write.current((now) => writePlanFilter(now, filter), { replace: true });
      }, REST_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store]);
}
