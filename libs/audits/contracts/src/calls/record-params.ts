import { requires, type AccessPolicy, type PermissionKey } from '@cotejo/access-contracts';
import { z } from 'zod';
import { auditId, itemId } from '../ids.ts';
import { planChangeKeys } from '../item-keys.ts';

/** `{model}` of a path: `evaluacion` is for risk evaluations and libraries only. */
export const recordModel = z.enum(['auditoria', 'evaluacion']);
export type RecordModel = z.infer<typeof recordModel>;

/** Path parameters of tree calls. */
export const recordParams = z.object({ model: recordModel, id: auditId });
export const recordItemParams = recordParams.extend({ itemId });
export const itemParams = z.object({ id: itemId });
export const auditParams = z.object({ id: auditId });

/** Common to all calls that read a plan. */
export const readsPlan = { reach: 'account', method: 'GET', policy: requires('plan.access') } as const;
/** Common to all calls that read a plan's change log. */
export const readsLog = { ...readsPlan, policy: requires('plan.history') } as const;

/** Kinds of intents that an edit of an item may cause. */
export const EDIT_KINDS = [
  'rename_item',
  'recode_item',
  'move_item',
  'assign_item',
  'change_status',
  'schedule_item',
  'describe_risk',
] as const satisfies readonly (keyof typeof planChangeKeys)[];

/**
 * Access policy of calls that change plans: the user may see plans, and has, for some item, a permission that
 * one of these intents requires. The rules then decide for the actual item.
 */
export const changesPlan = (
  kinds: readonly (keyof typeof planChangeKeys)[],
  permission: PermissionKey = 'plan.access',
) => {
  const andOneOf = [...new Set(kinds.flatMap((kind): readonly PermissionKey[] => planChangeKeys[kind]))];
  const policy: AccessPolicy = { kind: 'requires', permission, andOneOf };
  return { reach: 'account', policy } as const;
};
