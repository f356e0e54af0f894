import { changedValues } from './changed-values.ts';
import { changeVariant } from './change-variant.ts';
import type { ChangeRow } from './feeds.ts';
import { itemType, type ItemType } from './item-types.ts';
import type { ItemValue } from './item-values.ts';
import { valueLabelKey, valueTextKey } from './value-words.ts';

/** A language, as whoever puts values into words speaks it. */
export interface ValueSpeech {
  /** Text of a key with its namespace, the words in it filled in. */
  text(key: string, words?: Readonly<Record<string, unknown>>): string;
  /** How what is no word is written. */
  readonly format: {
    number(value: number, decimals?: number): string;
    date(value: string): string;
    hours(value: number): string;
  };
  /** Said where there is no value. */
  readonly nothing: string;
}

/** The same of changes. */
export interface ChangeSpeech extends ValueSpeech {
  /** The namespace that has a sentence for a type of change; null = nobody does. */
  namespaceOf(type: string): string | null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const AN_HOUR = 60;
const DECIMALS = 2;

/** A value of a worksheet as a person reads it: the word of what was chosen; days, hours and figures as they are written. */
export function saidValue(speech: ValueSpeech, type: ItemType, key: string, value: ItemValue): string {
  if (value === null) return speech.nothing;
  const chosen = valueTextKey(type, key, value);
  if (chosen !== null) return speech.text(chosen);
  const { format } = speech;
  if (typeof value === 'number')
    return key === 'budgetedMinutes' ? format.hours(value / AN_HOUR) : format.number(value, DECIMALS);
  return typeof value === 'string' && DAY.test(value) ? format.date(value) : String(value);
}

/** What the sentence of a change names, codes put into words. */
function wordsOf(
  { type, item, detail }: ChangeRow,
  speech: ChangeSpeech,
  namespace: string,
): Record<string, unknown> {
  const words: Record<string, unknown> = { ...detail };
  for (const [name, code] of Object.entries(detail)) {
    if (typeof code !== 'string') continue;
    const keyOf = CODES.get(name) ?? (type === 'ItemStatusChanged' ? ofStatus : undefined);
    if (keyOf) words[name] = speech.text(keyOf(code));
  }
  words['names'] = voidedNames(detail).join(', ');
  words['authors'] = authorNames(detail).join(', ');
  const itself = itemType.safeParse(item?.type);
  const field = detail['field'];
  if (type === 'ItemValuesSet' && itself.success && typeof field === 'string') {
    words['field'] = speech.text(valueLabelKey(itself.data, field));
    words['value'] = saidValue(speech, itself.data, field, detail['value'] ?? null);
    words['from'] = saidValue(speech, itself.data, field, detail['from'] ?? null);
  }
  // What a slice tells of a field is called as that slice's worksheets call it.
  if (type === 'TextRevised' && itself.success && typeof field === 'string')
    words['field'] = speech.text(`${namespace}:texts.${itself.data}.${field.replace(LISTED, '$1.*.')}`);
  return words;
}

const LISTED = /^(instruction|question)\.[^.]+\./;

/** Details that are codes, and the key of the text that says each. */
const CODES: ReadonlyMap<string, (code: string) => string> = new Map([
  ['auditStatus', (code) => `audits-contracts:auditStatus.${code}`],
  ['auditStatusFrom', (code) => `audits-contracts:auditStatus.${code}`],
  ['itemType', (code) => `audits-contracts:itemType.${code}`],
  ['teamRole', (code) => `audits-contracts:teamRole.${code}`],
]);
const ofStatus = (code: string): string => `audits-contracts:status.${code}`;

/** The sentence of a change, without its author; null when no context has words for it. */
export function changeSentence(row: ChangeRow, speech: ChangeSpeech): string | null {
  const namespace = speech.namespaceOf(row.type);
  if (namespace === null) return null;
  const context = changeVariant(row);
  const words = { ...wordsOf(row, speech, namespace), ...(context !== undefined && { context }) };
  return speech.text(`${namespace}:change.${row.type}`, words);
}

/** Of those whose signatures no longer stand, each once. */
export const voidedNames = (detail: ChangeRow['detail']): string[] => namesIn(detail, /^by\d*Name$/);

/** Of those who wrote what took the signatures away, each once. */
export const authorNames = (detail: ChangeRow['detail']): string[] => namesIn(detail, /^author\d*Name$/);

function namesIn(detail: ChangeRow['detail'], pattern: RegExp): string[] {
  const names = Object.entries(detail).flatMap(([key, value]) =>
    pattern.test(key) && typeof value === 'string' ? [value] : [],
  );
  return [...new Set(names)];
}

/** A value of a worksheet that was set, in words. */
export interface ValueInWords {
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

/** The values that a change tells of, in words. */
export function valuesInWords(row: ChangeRow, speech: ChangeSpeech): readonly ValueInWords[] {
  const type = itemType.safeParse(row.item?.type);
  if (row.type !== 'ItemValuesSet' || !type.success) return [];
  return changedValues(row).map(({ key, from, to }) => ({
    label: speech.text(valueLabelKey(type.data, key)),
    from: saidValue(speech, type.data, key, from),
    to: saidValue(speech, type.data, key, to),
  }));
}
