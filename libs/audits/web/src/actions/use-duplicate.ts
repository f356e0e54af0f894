import { MAX_NAME_LENGTH, type ItemId } from '@cotejo/audits-contracts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlan } from '../plan/plan-context.ts';

/** Name of a duplicate: "Conciliar pagos (copia)", truncated to the maximum length. */
export const copyName = (name: string, suffix: string): string =>
  `${name.slice(0, MAX_NAME_LENGTH - suffix.length - 1).trimEnd()} ${suffix}`;

/** Duplicates items, each directly below its source, and reveals the copies. */
export function useDuplicate(): (ids: readonly ItemId[]) => void {
  const { t } = useTranslation('audits-web');
  const { session, tell, selection, reveal } = usePlan();
  return useCallback(
    (ids) => {
      const sources = ids.flatMap((id) => {
        const name = session.view.get(id)?.name;
        return name === undefined ? [] : [{ id, name: copyName(name, t('actions.copy_suffix')) }];
      });
      const result = session.duplicateItems(sources);
      if (!tell(result)) return;
      const made = result.ok ? result.created : [];
      const [first] = made;
      if (!first) return;
      requestAnimationFrame(() => {
        reveal(first);
        selection.set(made);
      });
    },
    [session, tell, selection, reveal, t],
  );
}
