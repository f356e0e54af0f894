import type { KernelEvent, Stretch, StretchId, StretchKind } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from '../model/model.ts';

type WithStretches = Pick<AuditView, 'stretches'>;
type Allotted = Pick<TreeNode, 'stretches'>;
type OfKind<Kind extends StretchKind> = Extract<Stretch, { readonly kind: Kind }>;

const inOrder = (a: Stretch, b: Stretch): number =>
  a.position - b.position || a.name.localeCompare(b.name, 'es') || (a.id < b.id ? -1 : 1);

/** Sprints or visits of an audit, by position; without removed ones. */
export function stretchesOf<Kind extends StretchKind>(view: WithStretches, kind: Kind): OfKind<Kind>[] {
  const all = [...view.stretches.values()].filter((one): one is OfKind<Kind> => one.kind === kind);
  return all.filter(({ isRemoved }) => !isRemoved).sort(inOrder);
}

/** Sprints or visits that an item is in, by position; without removed ones. */
export function stretchesWith<Kind extends StretchKind>(
  view: WithStretches,
  { stretches = [] }: Allotted,
  kind: Kind,
): OfKind<Kind>[] {
  if (stretches.length === 0) return [];
  return stretchesOf(view, kind).filter(({ id }) => stretches.includes(id));
}

/**
 * Whether progress leaves an item out: it is in sprints, and none of them counts (`domain-rules.md` 3: the
 * sprint's flag includes or excludes items).
 */
export function isLeftOut(view: WithStretches, { stretches }: Allotted): boolean {
  if (stretches === undefined || view.stretches.size === 0) return false;
  const sprints = stretches.flatMap((id) => {
    const one = view.stretches.get(id);
    return one?.kind === 'sprint' && !one.isRemoved ? [one] : [];
  });
  return sprints.length > 0 && sprints.every(({ countsForProgress }) => !countsForProgress);
}

/** A sprint or visit as an event leaves it. */
export function stretchOf(event: Extract<KernelEvent, { type: 'SprintSet' | 'VisitSet' }>): Stretch {
  if (event.type === 'SprintSet') {
    const { stretch: id, from: _, ...sprint } = event.data;
    return { kind: 'sprint', id, ...sprint };
  }
  const { stretch: id, from: _, ...visit } = event.data;
  return { kind: 'visit', id, ...visit };
}

/** An item's stretches after it came into one or left it, ordered by id; undefined for none. */
export function stretchesAfter(
  before: readonly StretchId[] = [],
  stretch: StretchId,
  isIn: boolean,
): readonly StretchId[] | undefined {
  const others = before.filter((id) => id !== stretch);
  const after = isIn ? [...others, stretch].sort() : others;
  return after.length > 0 ? after : undefined;
}
