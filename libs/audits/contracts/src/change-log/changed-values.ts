import type { KernelEvent } from '../events.ts';
import type { ChangeRow } from '../feeds.ts';
import type { ItemValue } from '../item-values.ts';

/** A changed worksheet value, before and after; null = no value. */
export interface ChangedValue {
  readonly key: string;
  readonly from: ItemValue;
  readonly to: ItemValue;
  /** Version of another user's value that was replaced without having been seen. */
  readonly overwrote: number | null;
}

const TO = 'to:';
const FROM = 'from:';
const OVERWROTE = 'overwrote:';

type ValuesSet = Extract<KernelEvent, { type: 'ItemValuesSet' }>['data'];

/** Encodes the values of a change in the flat detail of its row in the change log. */
export function valuesDetail({ values, from, overwrote }: Omit<ValuesSet, 'id'>): ChangeRow['detail'] {
  const keys = Object.keys(values);
  const detail: ChangeRow['detail'] = { values: keys.length };
  for (const key of keys) {
    detail[`${TO}${key}`] = values[key] ?? null;
    detail[`${FROM}${key}`] = from[key] ?? null;
    if (overwrote[key] !== undefined) detail[`${OVERWROTE}${key}`] = overwrote[key];
  }
  const [only, ...others] = keys;
  if (only === undefined || others.length > 0) return detail;
  return {
    ...detail,
    field: only,
    value: values[only] ?? null,
    from: from[only] ?? null,
    overwrote: overwrote[only] ?? null,
  };
}

/** Decodes the values of a change-log row, in the order in which they were set. */
export const changedValues = ({ detail }: Pick<ChangeRow, 'detail'>): ChangedValue[] =>
  Object.keys(detail)
    .filter((name) => name.startsWith(TO))
    .map((name) => {
      const key = name.slice(TO.length);
      const overwrote = detail[`${OVERWROTE}${key}`];
      return {
        key,
        from: detail[`${FROM}${key}`] ?? null,
        to: detail[name] ?? null,
        overwrote: typeof overwrote === 'number' ? overwrote : null,
      };
    });

const isPlace = ({ key }: ChangedValue): boolean => key.endsWith('.place');

/** Whether the change added an entry to a list of the worksheet. */
export const addedEntry = (row: Pick<ChangeRow, 'detail'>): boolean =>
  changedValues(row).some((value) => isPlace(value) && value.from === null && value.to !== null);

/**
 * The changed values without places in lists: a place is a key of the order, of which only the change means
 * something to a person.
 */
export const saidValues = (row: Pick<ChangeRow, 'detail'>): ChangedValue[] =>
  changedValues(row).filter((value) => !isPlace(value));
