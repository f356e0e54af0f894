import type { ItemType } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from '../model/model.ts';
import { resolved } from '../shared/references.ts';

/** Types whose display name includes the code. */
const CODED: ReadonlySet<ItemType> = new Set<ItemType>(['risk', 'control', 'finding']);

/** Suffix that the contract adds to the name of an evaluation, in Spanish. */
const EVALUATION_MARK = '[EVALUACIÓN]';

export interface DisplayName {
  /** Name of a step's parent, shown before the step's own. */
  readonly prefix: string | null;
  readonly code: string | null;
  readonly name: string;
  readonly isEvaluation: boolean;
}

/** Display name of an item (specification 2, section 2). A reference has the name of its original. */
export function displayName(view: AuditView, node: TreeNode): DisplayName {
  const shown = resolved(view, node);
  return {
    prefix: prefixOf(view, node),
    code: CODED.has(shown.type) ? shown.code : null,
    name: shown.name,
    isEvaluation: node.type === 'evaluation',
  };
}

function prefixOf(view: AuditView, { type, place: [parent] }: TreeNode): string | null {
  if (type !== 'step' || parent === null) return null;
  const above = view.get(parent);
  return !above || above.type === 'inspection' ? null : above.name;
}

/** The display name as one text: the contract's `nombre`. */
export function displayText(view: AuditView, node: TreeNode): string {
  const { prefix, code, name, isEvaluation } = displayName(view, node);
  const words = [code, name, isEvaluation ? EVALUATION_MARK : null].filter((word) => word !== null).join(' ');
  return prefix === null ? words : `${prefix} - ${words}`;
}

/** Title of an item on screens: like its row in the plan, with its code if it has one. */
export function itemTitle(view: AuditView, node: TreeNode): string {
  const { prefix, name } = displayName(view, node);
  const { code } = resolved(view, node);
  const words = code === null ? name : `${code} ${name}`;
  return prefix === null ? words : `${prefix} – ${words}`;
}
