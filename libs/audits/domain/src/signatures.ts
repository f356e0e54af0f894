import type { UserId } from '@cotejo/access-contracts';
import type { ItemStatus, KernelEvent, Signature, SignatureMark, SignedText } from '@cotejo/audits-contracts';
import type { DecidedEvent } from './decision.ts';
import type { AuditView, DecisionContext, TreeNode } from './model.ts';
import { contentHashOf } from './signed-content.ts';

/** Why marks fall. */
export type VoidedBecause = Extract<KernelEvent, { type: 'SignaturesVoided' }>['data']['because'];

/** Texts that a signature under an item covers, of every context that has some. */
export type TextsOf = (view: AuditView, id: TreeNode['id']) => readonly SignedText[];

/** What of an item marks depend on. */
export type Marked = Pick<TreeNode, 'status' | 'signatures'>;

const NONE: readonly Signature[] = [];

/** The mark that an item's coming to a status is; null for a status that is nobody's mark. */
export const markOfStatus = (status: ItemStatus | null): SignatureMark | null =>
  status === 'completed' || status === 'reviewed' ? status : null;

/** Marks of a kind that stand under an item, the oldest first. */
export const marksOn = (node: Pick<TreeNode, 'signatures'>, mark: SignatureMark): readonly Signature[] =>
  (node.signatures ?? NONE).filter((signature) => signature.mark === mark);

/** Whether a person's mark of a kind stands under an item. */
export const hasMarked = (node: Pick<TreeNode, 'signatures'>, mark: SignatureMark, by: string): boolean =>
  marksOn(node, mark).some((signature) => signature.by === by);

/**
 * Marks that still stand once an item came to a status: closing the last note and taking a review back keep the
 * work completed, and so do review and notes; anything else voids all of them.
 */
function marksKept(node: Marked, to: ItemStatus): readonly Signature[] {
  const all = node.signatures ?? NONE;
  if (to === 'reviewed') return all;
  const isAboutIt = node.status === 'review_note' || node.status === 'reviewed';
  if (to === 'review_note' || (to === 'completed' && isAboutIt)) return marksOn(node, 'completed');
  return NONE;
}

/** Whether whoever brings an item to a status puts a mark under it: work that is completed already keeps its own. */
export function signsAnew(node: Marked, to: ItemStatus): boolean {
  if (to === 'reviewed') return true;
  return to === 'completed' && !marksKept(node, to).some(({ mark }) => mark === 'completed');
}

/** Marks that fall when an item comes to a status. */
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

/** A mark under what is there; the same person's earlier one of that kind makes room. */
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

/** Marks under an item that came to a status. Before there were signatures a status alone was the mark. */
export function marksAfterStatus(node: Marked, to: ItemStatus, change: Change): readonly Signature[] {
  const kept = marksKept(node, to);
  const mark = markOfStatus(to);
  return mark !== null && signsAnew(node, to) ? withMark(kept, mark, change) : kept;
}

/** Marks under an item of which some were voided. */
export const marksAfterVoiding = (
  node: Pick<TreeNode, 'signatures'>,
  voided: readonly Pick<Signature, 'mark' | 'by'>[],
): readonly Signature[] => without(node.signatures ?? NONE, voided);

/** An item with these marks and no others, and with whoever completed it first. */
export function signedWith({ signatures: _, ...node }: TreeNode, signatures: readonly Signature[]): TreeNode {
  const completedBy = signatures.find(({ mark }) => mark === 'completed')?.by ?? null;
  return { ...node, completedBy, ...(signatures.length > 0 && { signatures }) };
}

/**
 * An item comes to a status, and the marks that do not stand there fall: what every edit, note and step back
 * makes of signed work. Nothing when it has no status, or that one. `authors`: by whom, if not by the event's actor.
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

/** A person's mark under the content that an item has. Of the server: only there all of it is known. */
export function signed(
  view: AuditView,
  node: TreeNode,
  mark: SignatureMark,
  seen: number,
  textsOf: TextsOf,
): DecidedEvent {
  const texts = [...textsOf(view, node.id)];
  const content = contentHashOf(node, texts);
  // Nobody saw what is yet to come, whatever they say.
  const data = { id: node.id, mark, seen: Math.min(seen, view.version), content, texts };
  return { type: 'ItemSigned', data };
}

/** Whether this person is one of those who completed an item. */
export const isPreparer = (node: TreeNode, actor: DecisionContext['actor'], to: ItemStatus): boolean =>
  to === 'reviewed' && (node.completedBy === actor || hasMarked(node, 'completed', actor));
