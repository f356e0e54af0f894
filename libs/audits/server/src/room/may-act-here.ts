import { itemId, type RawIntent } from '@cotejo/audits-contracts';
import type { AuditModel, AuditState, ItemForPolicy } from '@cotejo/audits-domain';
import type { Judgeable } from './intents/decide-batch.ts';

/**
 * Item type assumed for an item that an earlier part of a batch will create: the one still editable in a
 * closed audit.
 */
const FOLLOWED_UP = 'action_plan';

/**
 * Whether a user holds any of the rights that this kind of intent requires for the item it names (in a closed
 * audit they depend on the item's type). The item counts as the user's own, because earlier parts of the
 * batch may make it so; the final decision is left to the rules.
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
