import {
  controlDesign,
  DEFAULT_RISK_SETTINGS,
  type RiskSettings,
  type TreeNode,
} from '@cotejo/audits-domain';
import { mergeInstructions } from './instructions.ts';
import type { FieldNeed } from './worksheet-forms.ts';

/** A worksheet as the screen knows it: its item, the parent, and which texts and fields have content. */
export interface FilledWorksheet {
  readonly node: Pick<TreeNode, 'values' | 'fields'> & Partial<Pick<TreeNode, 'type'>>;
  readonly parent: Pick<TreeNode, 'type' | 'values'> | null;
  /** Whether a text field has content or an attached file. */
  readonly holds: (field: string) => boolean;
  readonly settings?: RiskSettings;
}

/** Reason why a field is locked; `design_waives_tests` and `design_not_judged` refer to the parent control. */
export type FieldLock = 'instruction_required' | 'design_waives_tests' | 'design_not_judged' | 'no_periods';

/** Lock of a field with this need; null if the need is met. */
export function fieldLock(need: FieldNeed, worksheet: FilledWorksheet): FieldLock | null {
  const { node, parent, holds, settings = DEFAULT_RISK_SETTINGS } = worksheet;
  if (need === 'documented_instruction') {
    const isDocumented = mergeInstructions(node).some(
      ({ id, action }) =>
        action !== null || holds(`instruction.${id}.text`) || holds(`instruction.${id}.evidence`),
    );
    return isDocumented ? null : 'instruction_required';
  }
  if (need === 'periods') return hasPeriods(node) ? null : 'no_periods';
  if (parent?.type !== 'control') return null;
  const { grade } = controlDesign(parent.values, settings.criteria);
  if (grade === null) return 'design_not_judged';
  return grade === 1 ? 'design_waives_tests' : null;
}

/**
 * Whether a worksheet has periods: inspections do, audit tests do not (specification 2, section 3). A control
 * test is an inspection only once `kind` is set.
 */
export const hasPeriods = ({ type, values }: Partial<Pick<TreeNode, 'type' | 'values'>>): boolean =>
  type === 'control_test' ? values?.['kind'] === 'inspection' : values?.['kind'] !== 'audit_test';

/** Periods of a worksheet, counted from 1. */
export const periodsIn = (node: Partial<Pick<TreeNode, 'type' | 'values'>>): readonly number[] =>
  hasPeriods(node) ? periodsOf(node.values?.['frequency']) : [];

/** Periods in a year of an inspection by frequency: 1 for yearly, 12 for monthly. */
export function periodsOf(frequency: unknown): readonly number[] {
  const count = typeof frequency === 'string' ? Number(frequency) : NaN;
  return Number.isInteger(count) && count >= 1 && count <= 12
    ? Array.from({ length: count }, (_, index) => index + 1)
    : [];
}
