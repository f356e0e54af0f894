import { itemId, type RawIntent } from '@cotejo/audits-contracts';
import type { AuditModel, AuditState, ItemForPolicy } from '@cotejo/audits-domain';
import type { Judgeable } from './decide-batch.ts';

/** What goes on in a closed audit too, for an item that an earlier part of a batch is yet to make. */
const FOLLOWED_UP = 'action_plan';

/**
 * Whether a person holds any of the rights that an intent of this kind asks, of the item that it names: in a closed
 * audit that depends on the item's type. The item counts as the person's own, for what goes before may make it so;
 * the rules themselves have the last word.
 */
export function mayActHere(
  { can, actor }: Pick<Judgeable, 'can' | 'actor'>,
  { kind, id }: RawIntent,
  state: AuditState,
  { rights }: Pick<AuditModel, 'rights'>,
): boolean {
  const named = itemId.safeParse(id).data;
  const itemType = (named && state.get(named)?.type) ?? FOLLOWED_UP;
  const own: ItemForPolicy = { createdBy: actor, assignee: actor, itemType };
  const may = can(state);
  return (rights.get(kind)?.asks ?? []).some((key) => may(key, own));
}
