import { saidValues } from './changed-values.ts';
import { changeVariant } from './change-variant.ts';
import type { ChangeRow } from '../feeds.ts';
import { itemType, type ItemType } from '../item-types.ts';
import type { ItemValue } from '../item-values.ts';
import { itemStatus, statusWord } from '../statuses.ts';
import { scaleTextKey, valueLabelKey, valueTextKey } from '../value-words.ts';

/** Texts and number formats of a language, for formatting values. */
export interface ValueSpeech {
  /** Text of a namespaced key, with its parameters interpolated. */
  text(key: string, words?: Readonly<Record<string, unknown>>): string;
  /** Formats of numbers, dates and hours. */
  readonly format: {
    number(value: number, decimals?: number): string;
    date(value: string): string;
    hours(value: number): string;
  };
  /** Text for an empty value. */
  readonly nothing: string;
}

/** Texts and formats for sentences about changes. */
export interface ChangeSpeech extends ValueSpeech {
  /** Namespace with a text for a type of change; null = none. */
  namespaceOf(type: string): string | null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const AN_HOUR = 60;
const DECIMALS = 2;

/**
 * A worksheet value as displayed: the label of an option, a step of the scale with its label; days, hours and numbers in the language's format.
 */
export function saidValue(speech: ValueSpeech, type: ItemType, key: string, value: ItemValue): string {
  if (value === null) return speech.nothing;
  const chosen = valueTextKey(type, key, value);
  if (chosen !== null) return speech.text(chosen);
  const { format } = speech;
  const step = scaleTextKey(type, key, value);
  if (step !== null) return `${String(value)} (${speech.text(step)})`;
  if (typeof value === 'number')
    return key === 'budgetedMinutes' ? format.hours(value / AN_HOUR) : format.number(value, DECIMALS);
  return typeof value === 'string' && DAY.test(value) ? format.date(value) : String(value);
}

/** Parameters of a change's sentence, with codes translated. */
function wordsOf(
  { type, item, detail }: ChangeRow,
  speech: ChangeSpeech,
  namespace: string,
): Record<string, unknown> {
  const words: Record<string, unknown> = { ...detail };
  for (const [name, code] of Object.entries(detail)) {
    if (typeof code !== 'string') continue;
    const keyOf = CODES.get(name) ?? (type === 'ItemStatusChanged' ? ofStatus(item?.type) : undefined);
    const key = keyOf?.(code);
    if (key !== undefined) words[name] = speech.text(key);
  }
  const voided = voidedNames(detail);
  words['names'] = voided.join(', ');
  if (type === 'SignaturesVoided') words['count'] = voided.length;
  words['authors'] = authorNames(detail).join(', ');
  const itself = itemType.safeParse(item?.type);
  const field = detail['field'];
  const said = type === 'ItemValuesSet' ? saidValues({ detail }) : [];
  const [only] = said;
  if (only && itself.success) {
    words['values'] = said.length;
    words['field'] = speech.text(valueLabelKey(itself.data, only.key));
    words['value'] = saidValue(speech, itself.data, only.key, only.to);
    words['from'] = saidValue(speech, itself.data, only.key, only.from);
  }
  // Fields of a slice's texts are labelled by that slice's own catalogue.
  if (type === 'TextRevised' && itself.success && typeof field === 'string')
    words['field'] = speech.text(`${namespace}:texts.${itself.data}.${field.replace(LISTED, '$1.*.')}`);
  return words;
}

const LISTED = /^(instruction|question)\.[^.]+\./;

/** Details that are codes, with the keys of their texts. */
const CODES: ReadonlyMap<string, (code: string) => string> = new Map([
  ['auditStatus', (code) => `audits-contracts:auditStatus.${code}`],
  ['auditStatusFrom', (code) => `audits-contracts:auditStatus.${code}`],
  ['itemType', (code) => `audits-contracts:itemType.${code}`],
  ['teamRole', (code) => `audits-contracts:teamRole.${code}`],
  ['teamRoleFrom', (code) => `audits-contracts:teamRole.${code}`],
]);
const ofStatus =
  (item: string | undefined) =>
  (code: string): string | undefined => {
    const status = itemStatus.safeParse(code);
    return status.success
      ? `audits-contracts:status.${statusWord(status.data, itemType.safeParse(item).data)}`
      : undefined;
  };

/** Sentence of a change, without its author; null when no context has a text for it. */
export function changeSentence(row: ChangeRow, speech: ChangeSpeech): string | null {
  const namespace = speech.namespaceOf(row.type);
  if (namespace === null) return null;
  const context = changeVariant(row);
  const words = { ...wordsOf(row, speech, namespace), ...(context !== undefined && { context }) };
  return speech.text(`${namespace}:change.${row.type}`, words);
}

/** Names of the users whose signatures were voided, without duplicates. */
export const voidedNames = (detail: ChangeRow['detail']): string[] => namesIn(detail, /^by\d*Name$/);

/** Names of the authors of the text that voided the signatures, without duplicates. */
export const authorNames = (detail: ChangeRow['detail']): string[] => namesIn(detail, /^author\d*Name$/);

function namesIn(detail: ChangeRow['detail'], pattern: RegExp): string[] {
  const names = Object.entries(detail).flatMap(([key, value]) =>
    pattern.test(key) && typeof value === 'string' ? [value] : [],
  );
  return [...new Set(names)];
}

/** A changed worksheet value, formatted. */
export interface ValueInWords {
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

/** The values of a change, formatted. */
export function valuesInWords(row: ChangeRow, speech: ChangeSpeech): readonly ValueInWords[] {
  const type = itemType.safeParse(row.item?.type);
  if (row.type !== 'ItemValuesSet' || !type.success) return [];
  return saidValues(row).map(({ key, from, to }) => ({
    label: speech.text(valueLabelKey(type.data, key)),
    from: saidValue(speech, type.data, key, from),
    to: saidValue(speech, type.data, key, to),
  }));
}
