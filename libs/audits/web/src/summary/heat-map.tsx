import type { ItemId } from '@cotejo/audits-contracts';
import { DEFAULT_RISK_SETTINGS, inherentRisk, rangeOf } from '@cotejo/audits-domain';
import { useFormat } from '@cotejo/ui';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { levelOfRange } from '../plan/figures/figure-pills.ts';
import { useRangeName } from '../plan/figures/use-figure-words.ts';
import styles from './summary.module.css';
import { cellsOf, type ListedRisk } from './summary-of-tree.ts';

const SCALE = [1, 2, 3, 4, 5] as const;
/** Risk chips that fit into a cell; the rest are shown as a count. */
const MOST = 4;

interface HeatMapProps {
  readonly risks: readonly ListedRisk[];
  readonly onOpen: (risk: ItemId) => void;
}

/** Risks by probability and impact: the cell colour is the inherent risk, the chip colour the residual risk. */
export function HeatMap({ risks, onOpen }: HeatMapProps) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const cells = cellsOf(risks);
  const rangeName = useRangeName();
  const { ranges } = DEFAULT_RISK_SETTINGS;
  const levelOf = (figure: number | null) => {
    const range = rangeOf(ranges, figure);
    return range ? { level: levelOfRange(range), name: rangeName(range) } : null;
  };
  const said = (figure: number | null): string => {
    const level = levelOf(figure);
    return figure === null || !level
      ? t('summary.unrated')
      : `${format.number(figure, 1)} ${level.name.toLowerCase()}`;
  };
  return (
    <div className={styles.heat}>
      <span className={styles.axisUp} aria-hidden>
        {t('summary.probability')}
      </span>
      <div className={styles.matrix}>
        {SCALE.toReversed().map((probability) => (
          <Fragment key={probability}>
            <span className={`num ${styles.tick}`} aria-hidden>
              {probability}
            </span>
            {SCALE.map((impact) => {
              const inherent = inherentRisk(probability, impact);
              const here = cells.get(`${probability}${impact}`) ?? [];
              const label = t('summary.cell', { probability, impact, inherent: said(inherent) });
              return (
                <ul
                  key={impact}
                  className={styles.cell}
                  data-level={levelOf(inherent)?.level}
                  aria-label={label}
                  title={label}
                >
                  {here.slice(0, here.length > MOST ? MOST - 1 : MOST).map(({ node, figures }) => (
                    <li key={node.id}>
                      <button
                        type="button"
                        className={styles.chip}
                        data-level={levelOf(figures.residual)?.level}
                        data-preliminary={figures.preliminary || undefined}
                        title={t('summary.risk', {
                          name: [node.code, node.name].filter(Boolean).join(' '),
                          inherent: said(figures.inherent),
                          residual: said(figures.residual),
                        })}
                        aria-label={t('summary.risk', {
                          name: [node.code, node.name].filter(Boolean).join(' '),
                          inherent: said(figures.inherent),
                          residual: said(figures.residual),
                        })}
                        onClick={() => onOpen(node.id)}
                      >
                        {node.code ?? node.name}
                      </button>
                    </li>
                  ))}
                  {here.length > MOST && (
                    <li className={styles.more}>
                      {t('summary.more_risks', { count: here.length - MOST + 1 })}
                    </li>
                  )}
                </ul>
              );
            })}
          </Fragment>
        ))}
        <span />
        {SCALE.map((impact) => (
          <span key={impact} className={`num ${styles.tick}`} aria-hidden>
            {impact}
          </span>
        ))}
      </div>
      <span className={styles.axis} aria-hidden>
        {t('summary.impact')}
      </span>
    </div>
  );
}
