import { catalogueKey, type ItemType, type ItemValues } from '@cotejo/audits-contracts';

const HOURS = ['budgetedMinutes'];
const INSTRUCTIONS = ['instruction.*.place'];

/**
 * What a copy keeps of a worksheet: how the work is planned and what the subject is. What was found out, decided or
 * dated stays with the work in which it was.
 */
const COPIED: Readonly<Partial<Record<ItemType, readonly string[]>>> = {
  understanding: [...HOURS, 'question.*.place'],
  risk: ['probability', 'impact'],
  control: [
    ...HOURS,
    ...INSTRUCTIONS,
    'isKey',
    'isAntifraud',
    'kind',
    'nature',
    'frequency',
    'suggestedTests',
    'design.*.weight',
  ],
  control_test: [
    ...HOURS,
    ...INSTRUCTIONS,
    'kind',
    'isCompliance',
    'frequency',
    'method',
    'confidence',
    'tolerableRate',
    'expectedRate',
  ],
  step: [...HOURS, ...INSTRUCTIONS],
  inspection: [...HOURS, 'kind', 'isCompliance', 'frequency'],
};

/** Whether a value of a worksheet travels with a copy of it. */
export const isCopied = (type: ItemType, key: string): boolean =>
  COPIED[type]?.includes(catalogueKey(key) ?? key) ?? false;

/** The values that travel with a copy of an item; null when none does. */
export function copiedValues({
  type,
  values = {},
}: {
  readonly type: ItemType;
  readonly values?: ItemValues;
}): ItemValues | null {
  const copied = Object.entries(values).filter(([key]) => isCopied(type, key));
  return copied.length === 0 ? null : Object.fromEntries(copied);
}
