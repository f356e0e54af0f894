import type { ItemId } from '@cotejo/audits-contracts';
import { explainFigure, type ExplainedFigure, type Explanation } from '@cotejo/audits-domain';
import { useFormat } from '@cotejo/ui';
import { Tooltip } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useOfAudit, useWorksheetHost } from '../host/worksheet-host.ts';
import styles from './figures.module.css';
import { explain, levelOfFigure } from './figure-words.ts';

/** A figure of an item with its ingredients. The object is stable until one of them changes. */
export function useFigure(id: ItemId, figure: ExplainedFigure): Explanation | null {
  const said = useOfAudit(
    useCallback((view) => JSON.stringify(explainFigure(view, id, figure)), [id, figure]),
  );
  return useMemo(() => JSON.parse(said) as Explanation | null, [said]);
}

interface FigureProps {
  readonly figure: ExplainedFigure;
  /** Another item of the plan; absent = the worksheet's item. */
  readonly of?: ItemId;
  /** Renders only the pill, for use in a row. */
  readonly isBare?: boolean;
}

/** A computed figure: colour, word, and its derivation on hover, focus or touch. */
export function FigureTile({ figure, of, isBare = false }: FigureProps) {
  const { t } = useTranslation(['worksheets-web', 'audits-contracts']);
  const { itemId } = useWorksheetHost();
  const format = useFormat();
  const told = useFigure(of ?? itemId, figure);
  if (told === null) return null;
  const name = t(`audits-contracts:figure.${figure}`);
  const how = explain(t, told);
  const isPreliminary = 'preliminary' in told && told.preliminary && told.value !== null;
  const level = told.value === null ? null : levelOfFigure(figure, told.value);
  const value = told.value === null ? '—' : format.number(told.value);
  return (
    <Tooltip label={how} events={{ hover: true, focus: true, touch: true }} withArrow>
      <button
        type="button"
        className={isBare ? styles.bare : styles.tile}
        data-figure={figure}
        aria-label={`${name}: ${level ? `${value} ${t(level.word)}` : value}. ${how}`}
      >
        {!isBare && <span className={styles.name}>{name}</span>}
        <span className={`${styles.value} num`} data-level={level?.level}>
          {value}
          {level !== null && <span className={styles.word}> {t(level.word)}</span>}
        </span>
        {isPreliminary && !isBare && (
          <span className={styles.note}>{t('audits-contracts:figure.preliminary')}</span>
        )}
      </button>
    </Tooltip>
  );
}
