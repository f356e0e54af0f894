import { useTranslation } from 'react-i18next';
import { chartSvg } from '../flowchart/chart-svg.ts';
import { chartWords, keptChart } from './kept-chart.ts';
import styles from './past.module.css';

/** A past flowchart as an image in print colours, followed by its text for screen readers. */
export function ChartPicture({ body }: { readonly body: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('worksheets-web');
  const chart = keptChart(body);
  if (chart.nodes.length === 0) return <p className={styles.none}>{t('text.empty')}</p>;
  const { svg, width, height } = chartSvg(chart);
  return (
    <figure className={styles.chart}>
      <img
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
        width={width}
        height={height}
        alt={t('past.chart', { words: chartWords(chart).replaceAll('\n', '; ') })}
      />
    </figure>
  );
}
