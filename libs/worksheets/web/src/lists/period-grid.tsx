import { periodResult, type ItemId, type ItemType } from '@cotejo/audits-contracts';
import { ScrollRegion, useFormat } from '@cotejo/ui';
import { hasPeriods, periodsIn } from '@cotejo/worksheets-domain';
import { useCallback, useMemo, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { DayField } from '../fields/day-field.tsx';
import { FieldFrame } from '../fields/field-frame.tsx';
import { Options } from '../fields/options.tsx';
import { announcedValue, useValue } from '../fields/use-value.ts';
import { useOfAudit, useWorksheetHost } from '../host/worksheet-host.ts';
import { NoteHere } from '../notes/note-here.tsx';
import styles from './lists.module.css';

interface ItemOfInspection {
  readonly id: ItemId;
  readonly code: string | null;
  readonly name: string;
}

/** Periods of an inspection, and its items. */
function useInspection(inspection: ItemId | null) {
  const said = useOfAudit(
    useCallback(
      (view) => {
        const items = (inspection === null ? [] : view.childrenOf(inspection)).flatMap((id) => {
          const node = view.get(id);
          if (!node || node.deleted !== null || node.type !== 'inspection_item') return [];
          return [{ id, code: node.code, name: node.name }];
        });
        const node = inspection === null ? undefined : view.get(inspection);
        return JSON.stringify({
          items,
          isPeriodic: node !== undefined && hasPeriods(node),
          periods: node ? periodsIn(node) : [],
        });
      },
      [inspection],
    ),
  );
  return useMemo(
    () =>
      JSON.parse(said) as {
        readonly items: readonly ItemOfInspection[];
        /** False for audit tests, which have no periods. */
        readonly isPeriodic: boolean;
        readonly periods: readonly number[];
      },
    [said],
  );
}

/** Compact grid of an inspection's items by periods. */
export function InspectionGrid() {
  const { t } = useTranslation(['worksheets-web', 'worksheets-contracts']);
  const { itemId, openItem } = useWorksheetHost();
  const { items, periods, isPeriodic } = useInspection(itemId);
  return (
    <section className={styles.list} data-wide data-field="inspection_items">
      <h3 className={styles.title}>
        {t('worksheets-contracts:list.inspection_items')}{' '}
        {items.length > 0 && <span className={`${styles.count} num`}>{items.length}</span>}
      </h3>
      {periods.length === 0 ? (
        <p className={styles.lock}>
          {t(`worksheets-web:list.period.${isPeriodic ? 'no_frequency' : 'none'}`)}
        </p>
      ) : items.length === 0 ? (
        <p className={styles.empty}>{t('worksheets-web:list.period.no_items')}</p>
      ) : (
        <>
          <ScrollRegion
            as="div"
            className={styles.scroll}
            role="group"
            aria-label={t('worksheets-contracts:list.inspection_items')}
          >
            <table className={styles.grid}>
              <thead>
                <tr>
                  <th scope="col">{t('worksheets-web:list.period.item')}</th>
                  {periods.map((period) => (
                    <th key={period} scope="col" className="num">
                      {period}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {items.map((item) => (
                  <tr key={item.id}>
                    <th scope="row">
                      <button type="button" className={styles.open} onClick={() => openItem(item.id)}>
                        {item.code !== null && <span className="code">{item.code}</span>}{' '}
                        <span className={styles.name}>{item.name}</span>
                      </button>
                    </th>
                    {periods.map((period) => (
                      <td key={period}>
                        <PeriodCell item={item} period={period} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
          <p className={styles.legend}>{t('worksheets-web:list.period.legend')}</p>
        </>
      )}
    </section>
  );
}

function PeriodCell({ item, period }: { readonly item: ItemOfInspection; readonly period: number }) {
  const { t } = useTranslation('worksheets-web');
  const result = useValue('inspection_item', `period.${period}.result`, item.id);
  const chosen = periodResult.safeParse(result.value).data ?? '';
  const name = t('list.period.cell', { item: item.name, period });
  return (
    <div className={styles.cellPlace} data-notes-around>
      <select
        className={styles.cell}
        aria-label={name}
        title={result.refusal ?? (chosen === '' ? name : result.optionWord(chosen))}
        data-result={chosen}
        data-peer={result.peerColour !== undefined || undefined}
        style={{ '--peer': result.peerColour } as CSSProperties}
        value={chosen}
        disabled={result.refusal !== null}
        onFocus={result.focus.onFocus}
        onBlur={result.focus.onBlur}
        onChange={(event) => result.set(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      >
        <option value="">·</option>
        {periodResult.options.map((option) => (
          <option key={option} value={option} aria-label={result.optionWord(option)}>
            {t(`list.period.short.${option}`)}
          </option>
        ))}
      </select>
      <NoteHere item={item.id} field={announcedValue(result.key)} label={name} />
    </div>
  );
}

/** Periods of an inspection item, or of a test that is an inspection, each with result and day. */
export function PeriodList({ type }: { readonly type: ItemType }) {
  const { t } = useTranslation(['worksheets-web', 'worksheets-contracts']);
  const { itemId } = useWorksheetHost();
  const isOwn = type !== 'inspection_item';
  const above = useOfAudit(useCallback((view) => view.get(itemId)?.place[0] ?? null, [itemId]));
  const { periods, isPeriodic } = useInspection(isOwn ? itemId : above);
  if (isOwn && !isPeriodic) return null;
  return (
    <section className={styles.list} data-wide data-field="periods">
      <h3 className={styles.title}>{t('worksheets-contracts:list.periods')}</h3>
      {periods.length === 0 && (
        <p className={styles.lock}>
          {t(`worksheets-web:list.period.${isPeriodic ? 'no_frequency' : 'none'}`)}
        </p>
      )}
      <ol className={styles.rows}>
        {periods.map((period) => (
          <li key={period} className={styles.period}>
            <PeriodResult type={type} period={period} />
            <DayField type={type} valueKey={`period.${period}.date`} lock={null} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function PeriodResult({ type, period }: { readonly type: ItemType; readonly period: number }) {
  const { t } = useTranslation('worksheets-web');
  const format = useFormat();
  const result = useValue(type, `period.${period}.result`);
  const label = t('list.period.one', { period: format.number(period) });
  return (
    <FieldFrame field={{ ...result, label }} lock={null} labels="group">
      {({ labelId, describedBy, isDisabled }) => (
        <Options
          options={periodResult.options.map((value) => ({
            value,
            label: result.optionWord(value),
            ...(value === 'complies' && { level: 'low' as const }),
            ...(value === 'fails' && { level: 'high' as const }),
          }))}
          value={periodResult.safeParse(result.value).data ?? null}
          labelledBy={labelId}
          describedBy={describedBy}
          disabled={isDisabled}
          onChoose={result.set}
        />
      )}
    </FieldFrame>
  );
}
