import type { Formatters } from '@cotejo/i18n';
import { useFormat } from '@cotejo/ui';
import { useAtomValue, useStore } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { onlineAtom, rightsAtom } from '../session/session-atoms.ts';
import { fold } from '../text-search.ts';
import { filterAtom } from './plan-atoms.ts';
import type { ColumnId } from './plan-columns.ts';
import { RowStates } from './row-states.ts';

type Words = ReturnType<typeof useTranslation<['audits-web', 'audits-contracts']>>['t'];

/** What every row needs to be drawn: found out once for all of them, for rows come by the hundred when one scrolls. */
export interface RowLook {
  readonly t: Words;
  readonly format: Formatters;
  readonly columns: readonly ColumnId[];
  /** What is looked for, as texts are compared. */
  readonly searched: string;
  readonly isOnline: boolean;
  /** Another value whenever somebody's rights may be others. */
  readonly rights: string;
  readonly states: RowStates;
}

/** The same object as long as every row looks the same. */
export function useRowLook(columns: readonly ColumnId[]): RowLook {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  const store = useStore();
  const searched = fold(useAtomValue(filterAtom).text);
  const isOnline = useAtomValue(onlineAtom);
  const rights = useAtomValue(rightsAtom);
  const states = useMemo(() => new RowStates(store), [store]);
  return useMemo(
    () => ({ t, format, columns, searched, isOnline, rights, states }),
    [t, format, columns, searched, isOnline, rights, states],
  );
}
