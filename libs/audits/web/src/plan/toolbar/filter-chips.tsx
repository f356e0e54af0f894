import { useFormat } from '@cotejo/ui';
import { useAtom, useAtomValue } from 'jotai';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { stretchesAtom } from '../../session/session-atoms.ts';
import { filterAtom } from '../plan-atoms.ts';
import { usePlan } from '../plan-context.ts';
import { isFiltering, NO_FILTER, UNASSIGNED, type PlanFilter } from './plan-filter.ts';
import styles from './plan-tools.module.css';

interface Chip {
  readonly key: string;
  /** Name of the filter, before the value. */
  readonly of: string;
  readonly label: string;
  readonly without: PlanFilter;
}

const without = <T,>(list: readonly T[], one: T): T[] => list.filter((each) => each !== one);

/** Active filters, each with a remove button, and the number of matching rows. */
export function FilterChips({ matches }: { readonly matches: number }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { person } = usePlan();
  const stretches = useAtomValue(stretchesAtom);
  const format = useFormat();
  const [filter, setFilter] = useAtom(filterAtom);
  if (!isFiltering(filter)) return null;
  const { from, to } = filter;
  const chips: Chip[] = [
    ...filter.assignees.map((id) => ({
      key: id,
      of: t('plan.filter_person'),
      label: id === UNASSIGNED ? t('plan.unassigned') : (person(id)?.name ?? id),
      without: { ...filter, assignees: without(filter.assignees, id) },
    })),
    ...filter.types.map((type) => ({
      key: type,
      of: t('plan.column.type'),
      label: t(`audits-contracts:itemType.${type}`),
      without: { ...filter, types: without(filter.types, type) },
    })),
    ...filter.statuses.map((status) => ({
      key: status,
      of: t('plan.column.status'),
      label: t(`audits-contracts:status.${status}`),
      without: { ...filter, statuses: without(filter.statuses, status) },
    })),
    ...filter.due.map((due) => ({
      key: due,
      of: t('filter.due'),
      label: t(`filter.${due}`),
      without: { ...filter, due: without(filter.due, due) },
    })),
    ...filter.signatures.map((missing) => ({
      key: missing,
      of: t('plan.column.signatures'),
      label: t(`filter.${missing}`),
      without: { ...filter, signatures: without(filter.signatures, missing) },
    })),
    ...(['sprints', 'visits'] as const).flatMap((list) =>
      filter[list].map((id) => ({
        key: id,
        of: t(list === 'sprints' ? 'stretches.sprint.title' : 'stretches.visit.title'),
        label: stretches.find((one) => one.id === id)?.name ?? id,
        without: { ...filter, [list]: without(filter[list], id) },
      })),
    ),
  ];
  if (from !== null || to !== null)
    chips.push({
      key: 'days',
      of: t('plan.column.dates'),
      label:
        from !== null && to !== null
          ? `${format.date(from)} – ${format.date(to)}`
          : from === null
            ? t('plan.until', { date: format.date(to) })
            : t('plan.since', { date: format.date(from) }),
      without: { ...filter, from: null, to: null },
    });
  return (
    <div className={styles.chips} role="group" aria-label={t('filter.chips')}>
      <span className={styles.matches} role="status">
        {t('filter.matches', { count: matches })}
      </span>
      {chips.map(({ key, of, label, without: next }) => (
        <span key={key} className={styles.chip}>
          <span className={styles.chipOf}>{of}:</span> {label}
          <button
            type="button"
            aria-label={t('filter.remove', { name: label })}
            onClick={() => setFilter(next)}
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      <button type="button" className={styles.clear} onClick={() => setFilter(NO_FILTER)}>
        {t('filter.clear')}
      </button>
    </div>
  );
}
