import type { PermissionKey } from '@cotejo/access-contracts';
import type { KernelIntent } from '@cotejo/audits-contracts';
import { kernelRights } from '@cotejo/audits-domain';
import { RequiresInPlan } from '@cotejo/http/server';

type Kind = KernelIntent['kind'];

/** What a change of an item may come to. */
export const EDITS: readonly Kind[] = [
  'rename_item',
  'recode_item',
  'move_item',
  'assign_item',
  'change_status',
  'schedule_item',
  'describe_risk',
];

/**
 * For whoever may see plans and might carry out one of these intents in some of them: the door asks what the rules of
 * the intents declare, the rules themselves judge the very item.
 */
export const ChangesPlan = (kinds: readonly Kind[], sees: PermissionKey = 'plan.access') =>
  RequiresInPlan(sees, [...new Set(kinds.flatMap((kind) => kernelRights[kind].asks))]);
