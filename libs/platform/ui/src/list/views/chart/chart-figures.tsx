import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../provider/use-format.ts';
import type { CellValue } from '../../columns/list-column.ts';
import type { Bucket } from './chart-buckets.ts';
import { ChoiceMark } from '../row-fields.tsx';
import styles from './chart-view.module.css';

interface ChartFiguresProps {
  readonly title: string;
  readonly column: string;
  /** Null if rows are counted. */
  readonly measure: string | null;
  readonly all: readonly Bucket[];
  readonly textOf: (amount: number) => string;
  readonly choose: ((value: CellValue) => void) | undefined;
}

/** All figures of the chart as a table; clicking a name filters like its bar. */
export function ChartFigures({ title, column, measure, all, textOf, choose }: ChartFiguresProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const sum = (of: (bucket: Bucket) => number) => all.reduce((total, bucket) => total + of(bucket), 0);
  const total = sum(({ amount }) => amount);
  const share = (amount: number) => (total > 0 ? format.percent((amount / total) * 100, 0) : '');
  return (
    <div className={styles.figures}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{column}</th>
            {measure !== null && <th scope="col">{measure}</th>}
            <th scope="col">{t('views.chart.rows')}</th>
            <th scope="col">%</th>
          </tr>
        </thead>
        <tbody>
          {all.map((bucket) => (
            <tr key={String(bucket.value)}>
              <th scope="row">
                {choose === undefined ? (
                  <ChoiceMark label={bucket.label} look={bucket} />
                ) : (
                  <button
                    type="button"
                    className={styles.pick}
                    aria-label={t('views.chart.pick', { label: bucket.label })}
                    onClick={() => choose(bucket.value)}
                  >
                    <ChoiceMark label={bucket.label} look={bucket} />
                  </button>
                )}
              </th>
              {measure !== null && <td className="num">{textOf(bucket.amount)}</td>}
              <td className="num">{format.number(bucket.count)}</td>
              <td className="num">{share(bucket.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('views.chart.total')}</th>
            {measure !== null && <td className="num">{textOf(total)}</td>}
            <td className="num">{format.number(sum(({ count }) => count))}</td>
            <td className="num">{share(total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
