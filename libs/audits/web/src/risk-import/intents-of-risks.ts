import type { ItemId, KernelIntent } from '@cotejo/audits-contracts';
import type { ReadControl, ReadRisk } from './read-risks.ts';

/** Intents that create the risks with their controls at the end of a parent, in the order of the sheet. */
export function intentsOfRisks(
  risks: readonly ReadRisk[],
  parent: ItemId | null,
  newId: () => ItemId,
): readonly KernelIntent[] {
  return risks.flatMap((risk) => {
    const id = newId();
    return [
      ...created(id, 'risk', parent, risk, risk.profile ? { risk: risk.profile } : {}),
      ...risk.controls.flatMap((control) => created(newId(), 'control', id, control)),
    ];
  });
}

function created(
  id: ItemId,
  type: 'risk' | 'control',
  parent: ItemId | null,
  { name, code, values }: ReadControl,
  more: { readonly risk?: NonNullable<ReadRisk['profile']> } = {},
): KernelIntent[] {
  const create: KernelIntent = { kind: 'create_item', id, type, parent, name, code, ...more };
  return Object.keys(values).length > 0 ? [create, { kind: 'set_values', id, values }] : [create];
}
