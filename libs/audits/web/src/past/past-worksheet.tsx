import {
  statusWord,
  itemStatusOf,
  type AuditDetail,
  type ItemId,
  type PlanChange,
  type TreeItemView,
} from '@cotejo/audits-contracts';
import type { FiguresByItem } from '@cotejo/audits-domain';
import { ScrollRegion, SidePanel, StatusDot, useFormat } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import { ITEM_STATUS_TONE } from '../audit-status.ts';
import { useValueWords } from '../history/use-value-words.ts';
import { FIGURE_COLUMNS, pillsOf } from '../plan/figures/figure-pills.ts';
import { FigurePill } from '../plan/figures/figure-pill.tsx';
import { useFigureWords } from '../plan/figures/use-figure-words.ts';
import type { WorksheetContents } from '../worksheets/worksheet-contents.ts';
import { valuesThen, type ValueThen } from './item-then.ts';
import { itemTypeOf, type PastView } from './past-view.ts';
import styles from './past-worksheet.module.css';
import { useDifferenceWords } from './use-difference-words.ts';
import { useRestoreValue } from './use-restore-value.ts';

interface PastWorksheetProps {
  readonly audit: AuditDetail;
  readonly item: TreeItemView;
  readonly view: PastView;
  readonly figures: FiguresByItem;
  readonly version: number;
  /** The compared version; null = none. */
  readonly other: number | null;
  readonly contents: WorksheetContents;
  /** Differences from the compared version. */
  readonly change: PlanChange | undefined;
  /** The compared version is the later one. */
  readonly isLater: boolean;
  /** Compared with the present plan: differing values can be restored. */
  readonly isAgainstNow: boolean;
  readonly onClose: () => void;
}

/** A past worksheet: read-only, compared value by value. */
export function PastWorksheet(props: PastWorksheetProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { item, change, isLater } = props;
  const differences = useDifferenceWords();
  const type = itemTypeOf(item.item_tipo);
  const status = item.status === null ? null : itemStatusOf(item.status);
  const values = type ? valuesThen(type, item, change, isLater) : [];
  // Differing values are shown beside each value.
  const lines = change ? differences({ ...change, values: [] }) : [];
  return (
    <SidePanel
      opened
      title={item._nombre}
      onClose={props.onClose}
      overline={
        <>
          {item.codigo !== null && <span className="code">{item.codigo}</span>}
          {status !== null && (
            <StatusDot
              tone={ITEM_STATUS_TONE[status]}
              label={t(`audits-contracts:status.${statusWord(status, type)}`)}
            />
          )}
        </>
      }
    >
      <ScrollRegion as="p" className={styles.note}>
        {t('past.sheet.note')}
      </ScrollRegion>
      {lines.length > 0 && (
        <ul className={styles.differences} aria-label={t('past.differences')}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <Figures {...props} />
      <h3 className={styles.heading}>{t('past.sheet.values')}</h3>
      {values.length === 0 && <p className={styles.none}>{t('past.sheet.no_values')}</p>}
      {type && values.length > 0 && (
        <dl className={styles.values}>
          {values.map((value) => (
            <Value key={value.key} of={props} type={type} value={value} />
          ))}
        </dl>
      )}
      <Contents {...props} />
      <Signatures item={item} />
    </SidePanel>
  );
}

/** Parts provided by other contexts; none for a link, whose worksheet is in another audit. */
function Contents({ contents: { Past }, view, item, ...rest }: PastWorksheetProps) {
  const { audit, version, other, isLater, isAgainstNow } = rest;
  const node = view.get((item.refitem_details?.id ?? item.id) as ItemId);
  if (!Past || !node || node.type === 'link') return null;
  return <Past key={node.id} item={node} {...{ audit, version, other, isLater, isAgainstNow }} />;
}

function Figures({ item, view, figures }: PastWorksheetProps) {
  const { t } = useTranslation('audits-web');
  const words = useFigureWords();
  const id = item.id as ItemId;
  const shown = view.get(id);
  const own = figures.get(id) ?? null;
  const pills = shown
    ? FIGURE_COLUMNS.flatMap((column) => {
        const pill = pillsOf({ shown, figures: own }, column);
        return pill ? [{ column, pill }] : [];
      })
    : [];
  if (pills.length === 0) return null;
  return (
    <dl className={styles.figures}>
      {pills.map(({ column, pill }) => (
        <div key={column}>
          <dt>{t(`plan.column.${column}`)}</dt>
          <dd>
            <FigurePill pill={pill} withWord />
            {words({ view, id, figures: own }, column).map((line) => (
              <span key={line} className={styles.from}>
                {line}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ValueProps {
  readonly of: PastWorksheetProps;
  readonly type: NonNullable<ReturnType<typeof itemTypeOf>>;
  readonly value: ValueThen;
}

function Value({ of, type, value: { key, value, other, number } }: ValueProps) {
  const { t } = useTranslation('audits-web');
  const { label, said } = useValueWords();
  const restoring = useRestoreValue(of.audit.id, of.item.id, type);
  const mayEdit = of.audit.permissions['plan.treeitem__edit'] !== false;
  const reason = mayEdit ? null : t('past.sheet.may_not');
  const name = label(type, key);
  const words = number === null ? name : t('past.sheet.numbered', { name, number });
  return (
    <div data-differs={other !== undefined || undefined}>
      <dt>{words}</dt>
      <dd>
        <span>{said(type, key, value)}</span>
        {other !== undefined && (
          <span className={styles.other}>
            {t(of.isLater ? 'past.sheet.later' : 'past.sheet.before', { value: said(type, key, other) })}
          </span>
        )}
        {other !== undefined && of.isAgainstNow && (
          <button
            type="button"
            className={styles.restore}
            aria-disabled={reason !== null || restoring.isPending || undefined}
            title={reason ?? t('past.sheet.restore_hint')}
            aria-label={`${t('history.restore_value')}: ${words}, ${said(type, key, value)}`}
            onClick={() => {
              if (reason === null && !restoring.isPending) restoring.mutate({ key, value });
            }}
          >
            {t('history.restore_value')}
          </button>
        )}
      </dd>
    </div>
  );
}

function Signatures({ item: { firmas } }: { readonly item: TreeItemView }) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const marks = [
    ...firmas.completado.map((one) => ({ ...one, words: 'plan.completed_by' as const })),
    ...firmas.revisado.map((one) => ({ ...one, words: 'plan.reviewed_by' as const })),
  ];
  return (
    <>
      <h3 className={styles.heading}>{t('plan.column.signatures')}</h3>
      {marks.length === 0 && <p className={styles.none}>{t('past.sheet.unsigned')}</p>}
      <ul className={styles.signatures}>
        {marks.map(({ id, name, fecha, words }) => (
          <li key={`${id} ${words}`}>
            {t(words, { name })} <time dateTime={fecha}>{format.dateTime(fecha)}</time>
          </li>
        ))}
      </ul>
    </>
  );
}
