import { catalogueKey, VALUE_SHAPES, type ItemType } from '@cotejo/audits-contracts';
import { FLOWCHART_FIELD, TEXT_FIELDS } from '@cotejo/worksheets-contracts';
import { textLabelKey } from '../fields/text-label-key.ts';

const VALUE = /^v:/;
const LISTED = /^(instruction|question)\.[^.]+\./;

/** The preferred type if it has the field; else any type that has it. */
const typeWith = (
  has: (type: ItemType) => boolean,
  types: object,
  meant: ItemType | undefined,
): ItemType | undefined =>
  meant !== undefined && has(meant) ? meant : (Object.keys(types) as ItemType[]).find(has);

/**
 * Translation key of a field's name, from its presence name (values start with `v:`); undefined for a field of no
 * worksheet of this context.
 * @param meant item type of the field: types may use one name for different fields
 */
export function fieldTitle(field: string, meant?: ItemType): string | undefined {
  if (VALUE.test(field)) {
    const key = catalogueKey(field.replace(VALUE, ''));
    const type =
      key === null ? undefined : typeWith((one) => key in (VALUE_SHAPES[one] ?? {}), VALUE_SHAPES, meant);
    return type && `audits-contracts:values.${type}.${key}`;
  }
  if (field === FLOWCHART_FIELD) return textLabelKey('understanding', field);
  const name = field.replace(LISTED, '$1.*.');
  const type = typeWith((one) => TEXT_FIELDS[one]?.includes(name) ?? false, TEXT_FIELDS, meant);
  return type && textLabelKey(type, field);
}
