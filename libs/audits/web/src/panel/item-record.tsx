import { useTranslation } from 'react-i18next';
import { usePlan } from '../plan/plan-context.ts';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import { ItemDates } from './item-dates.tsx';
import styles from './item-panel.module.css';

/** Secondary facts of an item: dates, creator and origin. */
export function ItemRecord({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation('audits-web');
  const { person } = usePlan();
  const { node } = row;
  const creator = person(node.createdBy);
  return (
    <div className={styles.record}>
      <ItemDates row={row} />
      {(creator !== undefined || node.origin !== undefined) && (
        <dl className={styles.facts}>
          {creator && (
            <div>
              <dt>{t('panel.created_by')}</dt>
              <dd>{creator.name}</dd>
            </div>
          )}
          {node.origin !== undefined && (
            <div>
              <dt>{t('panel.origin')}</dt>
              <dd>{t(`panel.origins.${node.origin}`)}</dd>
            </div>
          )}
        </dl>
      )}
    </div>
  );
}
