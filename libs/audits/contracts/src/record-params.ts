import { requires, type DoorPolicy, type PermissionKey } from '@cotejo/access-contracts';
import { z } from 'zod';
import { auditId, itemId } from './ids.ts';
import { planChangeKeys } from './item-keys.ts';

/** `{model}` of a path: below `evaluacion` are risk evaluations and libraries alone. */
export const recordModel = z.enum(['auditoria', 'evaluacion']);
export type RecordModel = z.infer<typeof recordModel>;

/** Parameters of the paths of trees. */
export const recordParams = z.object({ model: recordModel, id: auditId });
export const recordItemParams = recordParams.extend({ itemId });
export const itemParams = z.object({ id: itemId });
export const auditParams = z.object({ id: auditId });

/** What every call has that reads a plan. */
export const readsPlan = { reach: 'account', method: 'GET', door: requires('plan.access') } as const;
/** What every call has that reads the log of a plan. */
export const readsLog = { ...readsPlan, door: requires('plan.history') } as const;

/** Kinds of intents that changing an item may come to. */
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
 * For users who may see plans and might carry out one of these intents in some of them: the call asks for the rights
 * that the rules of the intents ask, the rules themselves judge the very item.
 */
export const changesPlan = (
  kinds: readonly (keyof typeof planChangeKeys)[],
  permission: PermissionKey = 'plan.access',
) => {
  const andOneOf = [...new Set(kinds.flatMap((kind): readonly PermissionKey[] => planChangeKeys[kind]))];
  const door: DoorPolicy = { kind: 'requires', permission, andOneOf };
  return { reach: 'account', door } as const;
};
