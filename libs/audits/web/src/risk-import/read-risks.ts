import {
  itemCode,
  itemName,
  riskProfile,
  valueShape,
  valueTextKey,
  valueOptions,
  type ItemType,
  type ItemValue,
  type RiskProfile,
} from '@cotejo/audits-contracts';
import { fold } from '../text-search.ts';
import { RISK_FIELDS, type RiskField } from './risk-fields.ts';

/** Rows of a sheet that one import takes. */
export const MOST_RISK_ROWS = 1_000;

/** Column of each field by the field's id; a field without a column is not imported. */
export type Mapping = Readonly<Record<string, number>>;

export type RowFault =
  'required' | 'invalid' | 'name_invalid' | 'control_without_name' | 'repeated' | 'too_many';

export interface FaultyCell {
  /** Row of the sheet, from 1. */
  readonly row: number;
  /** Id of the field at fault. */
  readonly field: string;
  readonly fault: RowFault;
  readonly value: string;
}

export interface ReadControl {
  readonly name: string;
  readonly code: string | null;
  readonly values: Readonly<Record<string, ItemValue>>;
}

export interface ReadRisk extends ReadControl {
  readonly profile: RiskProfile | null;
  readonly controls: readonly ReadControl[];
}

export interface ReadRisks {
  readonly risks: readonly ReadRisk[];
  readonly faults: readonly FaultyCell[];
}

/** A sheet with its headings in the first row. */
export type Sheet = readonly (readonly string[])[];

/** Words of an option of a value in the user's language. */
export type OptionText = (key: string) => string;

/** Maps fields to the columns with their headings, each column to one field at most. */
export function mappingOf(headings: readonly string[]): Mapping {
  const folded = headings.map((heading) => fold(heading));
  const taken = new Set<number>();
  const mapping: Record<string, number> = {};
  for (const { id, headings: known } of RISK_FIELDS) {
    const at = folded.findIndex((heading, index) => !taken.has(index) && known.includes(heading));
    if (at < 0) continue;
    mapping[id] = at;
    taken.add(at);
  }
  return mapping;
}

/** Fields whose column another field has, too: a column may be mapped once. */
export const repeatedColumns = (mapping: Mapping): readonly string[] =>
  RISK_FIELDS.flatMap(({ id }) => {
    const column = mapping[id];
    const others = Object.entries(mapping).filter(([other, at]) => other !== id && at === column);
    return column !== undefined && others.length > 0 ? [id] : [];
  });

/**
 * Reads risks and controls from the rows below the headings. Rows with the risk of the row before add a control to it;
 * empty rows are skipped. A faulty row yields its faults and nothing else.
 */
export function readRisks(sheet: Sheet, mapping: Mapping, textOf: OptionText): ReadRisks {
  const risks: { read: ReadRisk; controls: ReadControl[] }[] = [];
  const faults: FaultyCell[] = [];
  const seen = new Set<string>();
  sheet.slice(1).forEach((cells, index) => {
    const row = index + 2;
    if (cells.every((cell) => cell.trim() === '')) return;
    const line = readLine(cells, mapping, textOf);
    const found = line.faults.map((fault) => ({ ...fault, row }));
    const last = risks.at(-1);
    const key = fold(line.risk.name);
    const isSame = last !== undefined && key === fold(last.read.name);
    if (index >= MOST_RISK_ROWS) found.push(faultAt(row, 'risk', 'too_many', line.risk.name));
    else if (!isSame && seen.has(key) && key !== '')
      found.push(faultAt(row, 'risk', 'repeated', line.risk.name));
    if (found.length > 0) {
      faults.push(...found);
      return;
    }
    seen.add(key);
    const controls = line.control ? [line.control] : [];
    if (isSame) last.controls.push(...controls);
    else risks.push({ read: { ...line.risk, controls: [] }, controls });
  });
  return { risks: risks.map(({ read, controls }) => ({ ...read, controls })), faults };
}

const faultAt = (row: number, field: string, fault: RowFault, value: string): FaultyCell => ({
  row,
  field,
  fault,
  value,
});

interface Line {
  readonly risk: Omit<ReadRisk, 'controls'>;
  readonly control: ReadControl | null;
  readonly faults: readonly Omit<FaultyCell, 'row'>[];
}

function readLine(cells: readonly string[], mapping: Mapping, textOf: OptionText): Line {
  const faults: Omit<FaultyCell, 'row'>[] = [];
  const cellOf = ({ id }: RiskField): string => (cells[mapping[id] ?? -1] ?? '').trim();
  const read = (of: 'risk' | 'control') => {
    const fields = RISK_FIELDS.filter((field) => field.of === of);
    const facts: Record<string, string | null | readonly string[]> = { name: '', code: null };
    const values: Record<string, ItemValue> = {};
    for (const field of fields) {
      const cell = cellOf(field);
      if (cell === '') {
        if (field.required) faults.push({ field: field.id, fault: 'required', value: '' });
        continue;
      }
      const fault = faultOf(field, cell);
      if (field.kind === 'value') {
        const value = valueOf(of, field.key, cell, textOf);
        if (value === undefined) faults.push({ field: field.id, fault: 'invalid', value: cell });
        else values[field.key] = value;
      } else if (fault !== null) faults.push({ field: field.id, fault, value: cell });
      else facts[field.key] = field.kind === 'phrases' ? phrasesOf(cell) : cell;
    }
    return { facts, values };
  };
  const risk = read('risk');
  const control = read('control');
  const hasControl = Object.keys(control.values).length > 0 || control.facts['code'] !== null;
  if (hasControl && control.facts['name'] === '')
    faults.push({ field: 'control', fault: 'control_without_name', value: '' });
  const { name, code, ...rest } = risk.facts;
  const profile = { general: null, specific: [], factors: [], objectives: [], ...rest };
  return {
    risk: {
      name: String(name),
      code: code === null ? null : String(code),
      values: risk.values,
      profile: Object.keys(rest).length > 0 ? profile : null,
    },
    control:
      control.facts['name'] === ''
        ? null
        : {
            name: String(control.facts['name']),
            code: control.facts['code'] === null ? null : String(control.facts['code']),
            values: control.values,
          },
    faults,
  };
}

const phrasesOf = (cell: string): readonly string[] =>
  cell
    .split(/[;\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean);

function faultOf({ kind, key }: RiskField, cell: string): RowFault | null {
  if (kind === 'name') return itemName.safeParse(cell).success ? null : 'name_invalid';
  if (kind === 'code') return itemCode.safeParse(cell).success ? null : 'invalid';
  if (kind === 'value') return null;
  const profile = { general: null, specific: [], factors: [], objectives: [] };
  const value = kind === 'phrases' ? phrasesOf(cell) : cell;
  return riskProfile.safeParse({ ...profile, [key]: value }).success ? null : 'invalid';
}

/** Probability and impact. */
const SCALE = [1, 2, 3, 4, 5];

const YES = new Set(['si', 'yes', 'x', 'true', 'verdadero', '1']);
const NO = new Set(['no', 'false', 'falso', '0']);

/** A value by its option's words in the user's language, by its code, or as a number; undefined if it is none. */
function valueOf(type: ItemType, key: string, cell: string, textOf: OptionText): ItemValue | undefined {
  const wanted = fold(cell);
  const options = valueOptions(type, key);
  if (options?.includes(true)) return YES.has(wanted) ? true : NO.has(wanted) ? false : undefined;
  const option = options?.find((each) => {
    const text = valueTextKey(type, key, each);
    return String(each) === cell || (text !== null && fold(textOf(text)) === wanted);
  });
  if (options) return option;
  const shape = valueShape(type, key);
  const allowed = SCALE.filter((value) => shape?.safeParse(value).success);
  return allowed.find(
    (value) =>
      String(value) === cell ||
      fold(textOf(`audits-contracts:valueOption.${type}.${key}.${value}`)) === wanted,
  );
}
