import { MAX_NAME_LENGTH, type ItemId } from '@cotejo/audits-contracts';
import { lockOf } from '@cotejo/audits-domain';
import { notify } from '@cotejo/ui';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlan } from '../plan/plan-context.ts';

/** Name of a duplicate: "Conciliar pagos (copia)", truncated to the maximum length. */
export const copyName = (name: string, suffix: string): string =>
  `${name.slice(0, MAX_NAME_LENGTH - suffix.length - 1).trimEnd()} ${suffix}`;

/**
 * Duplicates items, each directly below its source, and reveals the copies. The copy of a control is a reference, which
 * has no place beside its original: sharing with another risk is proposed in its place.
 */
export function useDuplicate(): (ids: readonly ItemId[]) => void {
  const { t } = useTranslation('audits-web');
  const { session, tell, reveal } = usePlan();
  return useCallback(
    (ids) => {
      const { view } = session;
      const locked = ids
        .flatMap((id) => view.get(id) ?? [])
        .filter((node) => lockOf(view, node, 'duplicate'));
      if (locked.some(({ type }) => type === 'control')) {
        notify.warning(t('actions.control_not_duplicated', { option: t('actions.share') }));
        return;
      }
      const sources = ids.flatMap((id) => {
        const name = view.get(id)?.name;
        return name === undefined ? [] : [{ id, name: copyName(name, t('actions.copy_suffix')) }];
      });
      const result = session.duplicateItems(sources);
      if (!tell(result)) return;
      const made = result.ok ? result.created : [];
      const [first] = made;
      if (!first) return;
      reveal(first, made);
    },
    [session, tell, reveal, t],
  );
}
