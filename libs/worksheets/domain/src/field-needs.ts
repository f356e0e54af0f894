import {
  controlDesign,
  DEFAULT_RISK_SETTINGS,
  type RiskSettings,
  type TreeNode,
} from '@cotejo/audits-domain';
import { mergeInstructions } from './instructions.ts';
import type { FieldNeed } from './worksheet-forms.ts';

/** What a screen knows of a worksheet: its item, the one above it, and which of its texts and fields hold something. */
export interface FilledWorksheet {
  readonly node: Pick<TreeNode, 'values' | 'fields'> & Partial<Pick<TreeNode, 'type'>>;
  readonly parent: Pick<TreeNode, 'type' | 'values'> | null;
  /** Whether a text says something, or a file is attached to it. */
  readonly holds: (field: string) => boolean;
  readonly settings?: RiskSettings;
}

/** Why a field may not be filled yet; `design_waives_tests` and `design_not_judged` tell of the control above. */
export type FieldLock = 'instruction_required' | 'design_waives_tests' | 'design_not_judged' | 'no_periods';

/** Whether what a field needs is there: null, or what is missing. */
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
 * Whether worksheets of the kind go through periods: inspections do, audit tests do not (specification 2, section 3).
 * A test of a control is an inspection only once somebody says so.
 */
export const hasPeriods = ({ type, values }: Partial<Pick<TreeNode, 'type' | 'values'>>): boolean =>
  type === 'control_test' ? values?.['kind'] === 'inspection' : values?.['kind'] !== 'audit_test';

/** Periods that a worksheet goes through, counted from 1. */
export const periodsIn = (node: Partial<Pick<TreeNode, 'type' | 'values'>>): readonly number[] =>
  hasPeriods(node) ? periodsOf(node.values?.['frequency']) : [];

/** Periods of a year that an inspection goes through, by its frequency: 1 for a yearly one, 12 for a monthly one. */
export function periodsOf(frequency: unknown): readonly number[] {
  const count = typeof frequency === 'string' ? Number(frequency) : NaN;
  return Number.isInteger(count) && count >= 1 && count <= 12
    ? Array.from({ length: count }, (_, index) => index + 1)
    : [];
}
