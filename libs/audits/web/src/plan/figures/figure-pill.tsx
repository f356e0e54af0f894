import { useFormat } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import type { FigurePill as Pill, FigureWord } from './figure-pills.ts';
import styles from '../grid/plan-row.module.css';
import { useRangeName } from './use-figure-words.ts';

/** Returns the text of a figure: "Alto", "Moderado", "Efectivo". */
export function useFigureWord(): (word: FigureWord) => string {
  const { t } = useTranslation('audits-contracts');
  const rangeName = useRangeName();
  return (word) => {
    if (word.of === 'range') return rangeName(word.range);
    const key = word.of === 'strength' ? 'control.design.*.value' : 'control_test.execution';
    return t(`audits-contracts:valueOption.${key}.${word.grade}`);
  };
}

/** A figure in the colour of its level, optionally with its text. */
export function FigurePill({ pill, withWord = false }: { readonly pill: Pill; readonly withWord?: boolean }) {
  const format = useFormat();
  const word = useFigureWord()(pill.word);
  return (
    <span
      className={`num ${styles.pill}`}
      data-level={pill.level}
      data-preliminary={pill.preliminary || undefined}
      title={withWord ? undefined : word}
    >
      {format.number(pill.value, pill.decimals)}{' '}
      <span className={withWord ? undefined : 'visually-hidden'}>{word}</span>
    </span>
  );
}
