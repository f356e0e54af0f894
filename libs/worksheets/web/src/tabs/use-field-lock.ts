import { fieldLock, instructionsOf, type FieldNeed } from '@cotejo/worksheets-domain';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useOfAudit, useWorksheetHost } from '../host/worksheet-host.ts';
import { useHeldFields } from '../lists/use-held-fields.ts';

/** Text fields of the worksheet's instructions. */
export function useInstructionFields(parts: readonly ('text' | 'evidence')[]): readonly string[] {
  const { itemId } = useWorksheetHost();
  const ids = useOfAudit(
    useCallback(
      (view) =>
        instructionsOf(view, itemId)
          .map(({ id }) => id)
          .join(' '),
      [itemId],
    ),
  );
  return ids === '' ? [] : ids.split(' ').flatMap((id) => parts.map((part) => `instruction.${id}.${part}`));
}

/**
 * Current lock of a field as a text; null if it may be edited, and while the texts are not loaded (the server
 * then refuses).
 */
export function useFieldLock(need: FieldNeed | undefined): string | null {
  const { t } = useTranslation('worksheets-contracts');
  const { itemId } = useWorksheetHost();
  const held = useHeldFields(useInstructionFields(['text', 'evidence']));
  const lock = useOfAudit((view) => {
    const node = view.get(itemId);
    if (need === undefined || !node) return null;
    const [parentId] = node.place;
    const parent = (parentId === null ? undefined : view.get(parentId)) ?? null;
    return fieldLock(need, { node, parent, holds: (field) => held?.has(field) ?? true });
  });
  return lock === null ? null : t(`lock.${lock}`);
}
