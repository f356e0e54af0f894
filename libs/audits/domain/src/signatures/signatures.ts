import type { UserId } from '@cotejo/access-contracts';
import type { ItemStatus, KernelEvent, Signature, SignatureMark, SignedText } from '@cotejo/audits-contracts';
import type { DecidedEvent } from '../model/decision.ts';
import type { AuditView, DecisionContext, TreeNode } from '../model/model.ts';
import { contentHashOf } from './signed-content.ts';

/** Reason for which marks are voided. */
export type VoidedBecause = Extract<KernelEvent, { type: 'SignaturesVoided' }>['data']['because'];

/** Texts of all contexts that a signature of an item covers. */
export type TextsOf = (view: AuditView, id: TreeNode['id']) => readonly SignedText[];

/** Facts of an item on which marks depend. */
export type Marked = Pick<TreeNode, 'status' | 'signatures'>;

const NONE: readonly Signature[] = [];

/** The mark that setting a status implies; null for other statuses. */
export const markOfStatus = (status: ItemStatus | null): SignatureMark | null =>
  status === 'completed' || status === 'reviewed' ? status : null;

/** Marks of a kind on an item, oldest first. */
export const marksOn = (node: Pick<TreeNode, 'signatures'>, mark: SignatureMark): readonly Signature[] =>
  (node.signatures ?? NONE).filter((signature) => signature.mark === mark);

/** Whether a user has a valid mark of a kind on an item. */
export const hasMarked = (node: Pick<TreeNode, 'signatures'>, mark: SignatureMark, by: string): boolean =>
  marksOn(node, mark).some((signature) => signature.by === by);

/**
 * Marks that remain valid at a new status: review, review notes, closing the last note and taking back a
 * review keep the completion marks; any other change voids all of them.
 */
function marksKept(node: Marked, to: ItemStatus): readonly Signature[] {
  const all = node.signatures ?? NONE;
  if (to === 'reviewed') return all;
  const isAboutIt = node.status === 'review_note' || node.status === 'reviewed';
  if (to === 'review_note' || (to === 'completed' && isAboutIt)) return marksOn(node, 'completed');
  return NONE;
}

/** Whether setting a status also signs the item; completed work keeps its existing marks. */
export function signsAnew(node: Marked, to: ItemStatus): boolean {
  if (to === 'reviewed') return true;
  return to === 'completed' && !marksKept(node, to).some(({ mark }) => mark === 'completed');
}

/** Marks voided by a change to a status. */
export function marksVoided(node: TreeNode, to: ItemStatus): readonly Signature[] {
  const kept = marksKept(node, to);
  return (node.signatures ?? NONE).filter((signature) => !kept.includes(signature));
}

interface Change {
  readonly actor: string;
  readonly at: string;
  readonly version: number;
}

const without = (
  signatures: readonly Signature[],
  gone: readonly Pick<Signature, 'mark' | 'by'>[],
): readonly Signature[] =>
  signatures.filter(({ mark, by }) => !gone.some((one) => one.mark === mark && one.by === by));

/** Adds a mark; it replaces the user's earlier one of that kind. */
export function withMark(
  signatures: readonly Signature[] = NONE,
  mark: SignatureMark,
  { actor, at, version }: Change,
  content?: string,
): readonly Signature[] {
  const by = actor as UserId;
  const signed: Signature = { mark, by, at, version, ...(content !== undefined && { content }) };
  return [...without(signatures, [signed]), signed];
}

/**
 * Marks of an item after a change of status. Events from before signatures existed: the status change itself
 * is the mark.
 */
export function marksAfterStatus(node: Marked, to: ItemStatus, change: Change): readonly Signature[] {
  const kept = marksKept(node, to);
  const mark = markOfStatus(to);
  return mark !== null && signsAnew(node, to) ? withMark(kept, mark, change) : kept;
}

/** Marks of an item after some were voided. */
export const marksAfterVoiding = (
  node: Pick<TreeNode, 'signatures'>,
  voided: readonly Pick<Signature, 'mark' | 'by'>[],
): readonly Signature[] => without(node.signatures ?? NONE, voided);

/** An item with exactly these marks; `completedBy` is the first user who completed it. */
export function signedWith({ signatures: _, ...node }: TreeNode, signatures: readonly Signature[]): TreeNode {
  const completedBy = signatures.find(({ mark }) => mark === 'completed')?.by ?? null;
  return { ...node, completedBy, ...(signatures.length > 0 && { signatures }) };
}

/**
 * Events of a change to a status with the marks that it voids: used by every edit, note and step back on
 * signed work. No events when the item has no status, or already that one. `authors`: users who caused it, if
 * other than the event's actor.
 */
export function cameTo(
  node: TreeNode,
  to: ItemStatus | null,
  because: VoidedBecause,
  authors: readonly UserId[] = [],
): DecidedEvent[] {
  const { id, status: from } = node;
  if (to === null || from === null || from === to) return [];
  const changed: DecidedEvent = { type: 'ItemStatusChanged', data: { id, from, to } };
  const voided = marksVoided(node, to).map(({ mark, by }) => ({ mark, by }));
  return voided.length === 0
    ? [changed]
    : [
        changed,
        {
          type: 'SignaturesVoided',
          data: { id, voided, because, ...(authors.length > 0 && { authors: [...authors] }) },
        },
      ];
}

/** Signature of a user on an item's present content. Server only, where the whole content is known. */
export function signed(
  view: AuditView,
  node: TreeNode,
  mark: SignatureMark,
  seen: number,
  textsOf: TextsOf,
): DecidedEvent {
  const texts = [...textsOf(view, node.id)];
  const content = contentHashOf(node, texts);
  // `seen` is client input and may not exceed the head.
  const data = { id: node.id, mark, seen: Math.min(seen, view.version), content, texts };
  return { type: 'ItemSigned', data };
}

/** Whether the user is among those who completed an item, and so may not review it. */
export const isPreparer = (node: TreeNode, actor: DecisionContext['actor'], to: ItemStatus): boolean =>
  to === 'reviewed' && (node.completedBy === actor || hasMarked(node, 'completed', actor));
