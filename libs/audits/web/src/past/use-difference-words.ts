import type { PlanChange } from '@cotejo/audits-contracts';
import { useTranslation } from 'react-i18next';
import { itemStatusOf } from '../audit-status.ts';

/** What became of an item, a line for each thing that differs: "Nombre: «A» → «B»". */
export function useDifferenceWords(): (change: PlanChange) => readonly string[] {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  return (change) => {
    const { place, renamed, recoded, moved, status, assigned, treatment } = change;
    const where = (at: PlanChange['place']) => at.parentName ?? t('plan.top');
    const word = (contract: string | null) =>
      contract === null ? t('past.none') : t(`audits-contracts:status.${itemStatusOf(contract)}`);
    if (change.change !== 'changed') return [t(`past.what.${change.change}`, { where: where(place) })];
    const lines: string[] = [];
    if (renamed) lines.push(t('past.what.renamed', renamed));
    if (recoded)
      lines.push(
        t('past.what.recoded', { from: recoded.from ?? t('past.none'), to: recoded.to ?? t('past.none') }),
      );
    if (moved) lines.push(t('past.what.moved', { from: where(moved.from), to: where(moved.to) }));
    if (change.reordered) lines.push(t('past.what.reordered', { where: where(place) }));
    if (status) lines.push(t('past.what.status', { from: word(status.from), to: word(status.to) }));
    if (assigned)
      lines.push(
        t('past.what.assigned', {
          from: assigned.from?.name ?? t('past.nobody'),
          to: assigned.to?.name ?? t('past.nobody'),
        }),
      );
    if (treatment)
      lines.push(
        t('past.what.treatment', {
          from: t(`past.treatment.${treatment.from ?? 'undecided'}`),
          to: t(`past.treatment.${treatment.to ?? 'undecided'}`),
        }),
      );
    return lines;
  };
}
