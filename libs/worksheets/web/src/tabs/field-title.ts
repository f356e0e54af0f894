import { catalogueKey, VALUE_SHAPES, type ItemType } from '@cotejo/audits-contracts';
import { FLOWCHART_FIELD, TEXT_FIELDS } from '@cotejo/worksheets-contracts';
import { textLabelKey } from '../fields/text-field.tsx';

const VALUE = /^v:/;
const LISTED = /^(instruction|question)\.[^.]+\./;

/** The type meant, where it has such a field; else any that does. */
const typeWith = (
  has: (type: ItemType) => boolean,
  types: object,
  meant: ItemType | undefined,
): ItemType | undefined =>
  meant !== undefined && has(meant) ? meant : (Object.keys(types) as ItemType[]).find(has);

/**
 * Key of the name of a field as it is announced (values begin with `v:`); undefined for one that no worksheet of this
 * context has.
 * @param meant whose field it is: the same name is another field in another type
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
