import type { AuditEvent, ItemId, Rejection } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from '@cotejo/audits-domain';
import { livingAttachments } from '../attachments/attachments-state.ts';
import { dateAfterDue } from './plan-dates.ts';
import { instructionsOf, type Instruction } from '../instructions.ts';
import { isWritten, knowsTexts, textsIn } from '../texts/worksheet-texts-state.ts';

/** Attributes that a finding needs before it is discussed. */
export const FINDING_ATTRIBUTES = ['condition', 'criterion', 'cause', 'effect', 'recommendation'] as const;
export type FindingAttribute = (typeof FINDING_ATTRIBUTES)[number];

export type MissingOfTest = 'instruction' | 'option' | 'action_or_evidence';

/** A missing part, and the number of instructions that lack it. */
export interface Missing {
  readonly what: MissingOfTest;
  readonly count: number;
}

/** Whether a field of an instruction has text or a file. */
const hasIn = (view: AuditView, item: ItemId, field: string): boolean =>
  isWritten(textsIn(view, item), field) ||
  livingAttachments(view, item).some((attachment) => attachment.field === field);

const isDocumented = (view: AuditView, item: ItemId, { id, action }: Instruction): boolean =>
  action !== null || hasIn(view, item, `instruction.${id}.evidence`);

/**
 * Parts that a test lacks for completion (specification 2, section 4): an instruction, an option on each, and
 * an action or documented evidence for each. Evidence is not checked where texts are not known.
 */
export function missingOfTest(view: AuditView, test: ItemId): readonly Missing[] {
  const instructions = instructionsOf(view, test);
  if (instructions.length === 0) return [{ what: 'instruction', count: 1 }];
  const undecided = instructions.filter(({ option }) => option === null).length;
  const open = knowsTexts(view)
    ? instructions.filter((instruction) => !isDocumented(view, test, instruction)).length
    : 0;
  return [
    ...(undecided > 0 ? [{ what: 'option', count: undecided } as const] : []),
    ...(open > 0 ? [{ what: 'action_or_evidence', count: open } as const] : []),
  ];
}

/** Attributes that a finding lacks. */
export const missingOfFinding = (view: AuditView, finding: ItemId): readonly FindingAttribute[] =>
  FINDING_ATTRIBUTES.filter((field) => !isWritten(textsIn(view, finding), field));

/**
 * Whether one of a control's instructions has text, evidence or an action: a precondition for judging its
 * design.
 */
export const hasDocumentedInstruction = (view: AuditView, control: ItemId): boolean =>
  instructionsOf(view, control).some(
    (instruction) =>
      isDocumented(view, control, instruction) || hasIn(view, control, `instruction.${instruction.id}.text`),
  );

const DESIGN = /^design\.[^.]+\.value$/;

/** Objection to events that complete incomplete work or judge too early; null if there is none. */
export function completionObjection(view: AuditView, events: readonly AuditEvent[]): Rejection | null {
  for (const { type, data } of events) {
    const node = view.get(data['id'] as ItemId);
    if (!node) continue;
    const objection =
      type === 'ItemStatusChanged'
        ? objectionToStatus(view, node, data['to'])
        : type === 'ItemValuesSet'
          ? objectionToValues(view, node, data['values'] as Readonly<Record<string, unknown>>)
          : null;
    if (objection) return objection;
  }
  return null;
}

/** `missing` lists the codes, comma-separated; each code has its count as a parameter. */
const paramsOf = (missing: readonly Missing[]): Rejection['params'] => ({
  missing: missing.map(({ what }) => what).join(','),
  ...Object.fromEntries(missing.map(({ what, count }) => [what, count])),
});

function objectionToStatus(view: AuditView, node: TreeNode, to: unknown): Rejection | null {
  if (node.type === 'control_test' && to === 'completed' && node.status === 'in_progress') {
    const missing = missingOfTest(view, node.id);
    return missing.length === 0 ? null : { code: 'test_incomplete', params: paramsOf(missing) };
  }
  if (node.type === 'finding' && to === 'not_discussed' && node.status === 'new' && knowsTexts(view)) {
    const missing = missingOfFinding(view, node.id);
    return missing.length === 0
      ? null
      : { code: 'finding_incomplete', params: { missing: missing.join(',') } };
  }
  return null;
}

function objectionToValues(
  view: AuditView,
  node: TreeNode,
  values: Readonly<Record<string, unknown>>,
): Rejection | null {
  const late = dateAfterDue(view, node, values);
  if (late !== null) return { code: 'after_due_date', params: { field: late } };
  // Values of a copy were judged in the original.
  if (node.type !== 'control' || !knowsTexts(view) || view.operation !== null) return null;
  const field = Object.keys(values).find((key) => DESIGN.test(key) && values[key] !== null);
  if (field === undefined || hasDocumentedInstruction(view, node.id)) return null;
  return { code: 'instruction_required', params: { field } };
}
