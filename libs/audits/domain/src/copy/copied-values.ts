import { catalogueKey, type ItemType, type ItemValues } from '@cotejo/audits-contracts';

const HOURS = ['budgetedMinutes'];
const INSTRUCTIONS = ['instruction.*.place'];

/**
 * Worksheet values kept by a copy: the planning of the work and the subject. Results, decisions and dates
 * stay with the original work.
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

/** Whether a worksheet value is kept by a copy. */
export const isCopied = (type: ItemType, key: string): boolean =>
  COPIED[type]?.includes(catalogueKey(key) ?? key) ?? false;

/** The values that a copy of an item keeps; null for none. */
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
