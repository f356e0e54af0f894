import type { ItemType } from '@cotejo/audits-contracts';

/** How the cell of a field is read: a name, a code, phrases (one a line, or separated by semicolons), or a value. */
export type FieldKind = 'name' | 'code' | 'phrase' | 'phrases' | 'value';

export interface RiskField {
  readonly id: string;
  readonly of: Extract<ItemType, 'risk' | 'control'>;
  readonly kind: FieldKind;
  /** Key of a value, or of the risk's profile. */
  readonly key: string;
  readonly required?: true;
  /** Folded headings by which the column is found. */
  readonly headings: readonly string[];
}

/** Fields of an import of risks, in the order of the form. */
export const RISK_FIELDS: readonly RiskField[] = [
  {
    id: 'risk',
    of: 'risk',
    kind: 'name',
    key: 'name',
    required: true,
    headings: ['riesgo', 'nombre del riesgo', 'nombre', 'risk'],
  },
  {
    id: 'risk_code',
    of: 'risk',
    kind: 'code',
    key: 'code',
    headings: ['codigo del riesgo', 'codigo', 'code'],
  },
  { id: 'general', of: 'risk', kind: 'phrase', key: 'general', headings: ['riesgo general', 'general risk'] },
  {
    id: 'specific',
    of: 'risk',
    kind: 'phrases',
    key: 'specific',
    headings: ['riesgos especificos', 'specific risks'],
  },
  {
    id: 'factors',
    of: 'risk',
    kind: 'phrases',
    key: 'factors',
    headings: ['factores', 'factores de riesgo', 'causas', 'risk factors'],
  },
  { id: 'objectives', of: 'risk', kind: 'phrases', key: 'objectives', headings: ['objetivos', 'objectives'] },
  {
    id: 'probability',
    of: 'risk',
    kind: 'value',
    key: 'probability',
    headings: ['probabilidad', 'probability', 'likelihood'],
  },
  { id: 'impact', of: 'risk', kind: 'value', key: 'impact', headings: ['impacto', 'impact'] },
  { id: 'control', of: 'control', kind: 'name', key: 'name', headings: ['control', 'nombre del control'] },
  {
    id: 'control_code',
    of: 'control',
    kind: 'code',
    key: 'code',
    headings: ['codigo del control', 'control code'],
  },
  {
    id: 'kind',
    of: 'control',
    kind: 'value',
    key: 'kind',
    headings: ['tipo de control', 'control type', 'type of control'],
  },
  { id: 'nature', of: 'control', kind: 'value', key: 'nature', headings: ['naturaleza', 'nature'] },
  { id: 'frequency', of: 'control', kind: 'value', key: 'frequency', headings: ['frecuencia', 'frequency'] },
  {
    id: 'is_key',
    of: 'control',
    kind: 'value',
    key: 'isKey',
    headings: ['control clave', 'clave', 'key control'],
  },
  {
    id: 'is_antifraud',
    of: 'control',
    kind: 'value',
    key: 'isAntifraud',
    headings: ['antifraude', 'anti-fraud', 'antifraud'],
  },
];
