import { statusWord, itemStatusOf, type PlanChange } from '@cotejo/audits-contracts';
import { useFormat } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import { useValueWords } from '../history/use-value-words.ts';
import { itemTypeOf } from './past-view.ts';

/** Values listed per item; the rest is counted. */
const VALUES_TOLD = 6;

/** Description of an item's differences, one line each: "Nombre: «A» → «B»". */
export function useDifferenceWords(): (change: PlanChange) => readonly string[] {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  const { label, said } = useValueWords();
  return (change) => {
    const { place, renamed, recoded, moved, status, assigned, treatment } = change;
    const where = (at: PlanChange['place']) => at.parentName ?? t('plan.top');
    const word = (contract: string | null) =>
      contract === null
        ? t('past.none')
        : t(`audits-contracts:status.${statusWord(itemStatusOf(contract), itemTypeOf(change.item_tipo))}`);
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
    if (change.scheduled) {
      const days = ({ start, end }: { readonly start: string | null; readonly end: string | null }) =>
        start === null && end === null ? t('past.none') : `${format.date(start)} – ${format.date(end)}`;
      const { from, to } = change.scheduled;
      lines.push(t('past.what.scheduled', { from: days(from), to: days(to) }));
    }
    if (change.allotted) {
      const names = (list: readonly string[]) => list.join(', ') || t('past.none');
      const { from, to } = change.allotted;
      lines.push(t('past.what.allotted', { from: names(from), to: names(to) }));
    }
    const type = itemTypeOf(change.item_tipo);
    const values = (change.values ?? []).filter(({ key }) => !key.endsWith('.place'));
    if (type)
      for (const { key, from, to } of values.slice(0, VALUES_TOLD))
        lines.push(
          t('past.what.value', {
            name: label(type, key),
            from: said(type, key, from),
            to: said(type, key, to),
          }),
        );
    if (values.length > VALUES_TOLD)
      lines.push(t('past.what.more_values', { count: values.length - VALUES_TOLD }));
    for (const { part, names } of change.contents ?? [])
      lines.push(t(`past.what.${part}`, { count: names.length }));
    if (change.signatures) {
      const names = ({ completado, revisado }: NonNullable<typeof change.signatures>['from']) =>
        [...completado, ...revisado].map(({ name }) => name).join(', ') || t('past.nobody');
      const { from, to } = change.signatures;
      lines.push(t('past.what.signatures', { from: names(from), to: names(to) }));
    }
    return lines;
  };
}
