import { z } from 'zod';
import type { ItemType } from './item-types.ts';
import { catalogueKey, isOnScale, valueShape, type ItemValue } from './item-values.ts';

type Option = string | number | boolean;

/** Options of a value, in menu order; null for free input. */
export function valueOptions(type: ItemType, key: string): readonly Option[] | null {
  const shape = valueShape(type, key);
  return shape ? optionsOf(shape) : null;
}

function optionsOf(shape: z.ZodType): readonly Option[] | null {
  if (shape instanceof z.ZodBoolean) return [true, false];
  if (shape instanceof z.ZodEnum) return shape.options;
  if (shape instanceof z.ZodLiteral) return [...shape.values].filter(isOption);
  if (!(shape instanceof z.ZodUnion)) return null;
  return shape.options.flatMap((option) => (option instanceof z.ZodType ? (optionsOf(option) ?? []) : []));
}

const isOption = (value: unknown): value is Option =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Key of a value's label: `values.control.design.*.weight`. */
export const valueLabelKey = (type: ItemType, key: string): string =>
  `audits-contracts:values.${type}.${catalogueKey(key) ?? key}`;

/** Key of the chosen option's text; null for values displayed directly: numbers, days, amounts. */
export function valueTextKey(type: ItemType, key: string, value: ItemValue): string | null {
  if (typeof value === 'boolean') return `audits-contracts:valueOption.${value ? 'yes' : 'no'}`;
  const isChosen = value !== null && valueOptions(type, key)?.includes(value) === true;
  return isChosen ? `audits-contracts:valueOption.${type}.${catalogueKey(key) ?? key}.${value}` : null;
}

/** Key of the text of a step of the scale of risks; null for other values. */
export const scaleTextKey = (type: ItemType, key: string, value: ItemValue): string | null =>
  typeof value === 'number' && isOnScale(type, key)
    ? `audits-contracts:valueOption.${type}.${key}.${value}`
    : null;
