import {
  itemType,
  STATUS_WORDS,
  type ItemType,
  type StatusWord,
  type Stretch,
} from '@cotejo/audits-contracts';
import { dueOfAudit, type Due } from '@cotejo/audits-domain';
import type { Formatters } from '@cotejo/i18n';
import { useFormat } from '@cotejo/ui';
import { atom, useAtomValue, useStore } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { onlineAtom, rightsAtom, stretchesAtom, treeAtom } from '../../session/session-atoms.ts';
import { fold } from '../../text-search.ts';
import { usePlan } from '../plan-context.ts';
import { FIGURE_COLUMNS, type FigureColumn, type FigureWord } from '../figures/figure-pills.ts';
import type { ColumnId } from './plan-columns.ts';
import { RowStates } from './row-states.ts';

/** Placeholder for the name in a text that is translated once and filled in for every row. */
const HOLE = '\u0001';

/** Translated texts of rows, looked up once: the lookup takes longer than rendering the cell. */
export interface RowWords {
  readonly status: Readonly<Record<StatusWord, string>>;
  readonly type: Readonly<Record<ItemType, string>>;
  actionsOf(name: string): string;
  progressOf(name: string): string;
  statusOf(name: string, status: StatusWord): string;
  /** "Riesgo inherente: 15 Alto". */
  figure(column: FigureColumn, value: string, word: FigureWord): string;
}

function wordsOf(t: Words): RowWords {
  const table = <K extends string>(keys: readonly K[], prefix: string) =>
    Object.fromEntries(keys.map((key) => [key, t(`audits-contracts:${prefix}.${key}`)])) as Record<K, string>;
  const filled = (text: string) => (name: string) => text.replace(HOLE, () => name);
  const status = table(STATUS_WORDS, 'status');
  const ofStatus = Object.fromEntries(
    STATUS_WORDS.map((key) => [key, filled(t('plan.status_of', { name: HOLE, status: status[key] }))]),
  ) as Record<StatusWord, (name: string) => string>;
  const columns = Object.fromEntries(
    FIGURE_COLUMNS.map((column) => [column, t(`plan.column.${column}`)]),
  ) as Record<FigureColumn, string>;
  const known = new Map<string, string>();
  const figureWord = (word: FigureWord): string => {
    const key =
      word.of === 'range'
        ? `riskRange.${word.range.code}`
        : word.of === 'strength'
          ? `valueOption.control.design.*.value.${word.grade}`
          : `valueOption.control_test.execution.${word.grade}`;
    const found =
      known.get(key) ?? (word.of === 'range' ? word.range.name : null) ?? t(`audits-contracts:${key}`);
    known.set(key, found);
    return found;
  };
  return {
    status,
    type: table(itemType.options, 'itemType'),
    actionsOf: filled(t('plan.actions_of', { name: HOLE })),
    progressOf: filled(t('plan.progress_of', { name: HOLE })),
    statusOf: (name, of) => ofStatus[of](name),
    figure: (column, value, word) => `${columns[column]}: ${value} ${figureWord(word)}`,
  };
}

type Words = ReturnType<typeof useTranslation<['audits-web', 'audits-contracts']>>['t'];

/** Values shared by all rows, computed once: scrolling mounts rows by the hundred. */
export interface RowLook {
  readonly t: Words;
  readonly words: RowWords;
  readonly format: Formatters;
  readonly columns: readonly ColumnId[];
  /** Search text, folded for comparison. */
  readonly searched: string;
  readonly isOnline: boolean;
  /** Changes whenever the user's permissions may have changed. */
  readonly rights: string;
  /** Sprints and visits, whose names cells show. */
  readonly stretches: readonly Stretch[];
  /** When the audit is due, and today (yyyy-MM-dd): by them progress has its colour. */
  readonly due: Due;
  readonly today: string;
  readonly states: RowStates;
}

const statusAtom = atom((get) => get(treeAtom).auditStatus);

/** Keeps its identity while all its values are the same. */
export function useRowLook(columns: readonly ColumnId[], text: string): RowLook {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  const store = useStore();
  const searched = fold(text);
  const isOnline = useAtomValue(onlineAtom);
  const rights = useAtomValue(rightsAtom);
  const stretches = useAtomValue(stretchesAtom);
  const status = useAtomValue(statusAtom);
  const { fecha_fin: endDate } = usePlan().audit;
  const due = useMemo(() => dueOfAudit(status, endDate), [status, endDate]);
  const today = format.isoDay(new Date());
  const states = useMemo(() => new RowStates(store), [store]);
  const words = useMemo(() => wordsOf(t), [t]);
  return useMemo(
    () => ({ t, words, format, columns, searched, isOnline, rights, stretches, due, today, states }),
    [t, words, format, columns, searched, isOnline, rights, stretches, due, today, states],
  );
}
