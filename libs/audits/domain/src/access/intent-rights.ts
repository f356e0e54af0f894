import type { PermissionKey } from '@cotejo/access-contracts';
import { MARK_KEYS, planChangeKeys as asks, type KernelIntent } from '@cotejo/audits-contracts';

/**
 * What the rules of an intent ask of a person's rights. Declared beside the rules, so that who may do what can
 * be told in one table; that the rules ask exactly this is proved by running them.
 */
export interface IntentRights {
  /** One of these for each item that it touches: which one, its kind says or the status that it comes to. */
  readonly asks: readonly PermissionKey[];
  /** Besides, where there is more to it: findings of an ICCE audit, several assignments, the note of another. */
  readonly also?: readonly PermissionKey[];
  /** It is made of other intents, and each of them asks for itself. */
  readonly ofParts?: boolean;
  /** No room takes it from anybody: the server alone puts it, in somebody's name or as the system. */
  readonly byServer?: boolean;
}

const OF_ICCE: readonly PermissionKey[] = ['plan.finding__icce'];
const EDIT: IntentRights = { asks: asks.rename_item };
const EDIT_ANY: IntentRights = { ...EDIT, also: OF_ICCE };
const END_OF_OPERATION: IntentRights = { asks: ['plan.treeitem__add'], byServer: true };
const RATE: IntentRights = { asks: asks.rate_audit };
const UPKEEP: IntentRights = { asks: ['trashbin.purge'], byServer: true };

/** By kind, of every intent of the kernel. */
export const kernelRights: Readonly<Record<KernelIntent['kind'], IntentRights>> = {
  create_item: { asks: asks.create_item, also: ['plan.assign_user', ...OF_ICCE] },
  copy_item: { asks: asks.copy_item },
  rename_item: EDIT_ANY,
  recode_item: EDIT_ANY,
  move_item: { asks: asks.move_item, also: OF_ICCE },
  assign_item: { asks: asks.assign_item, also: OF_ICCE },
  change_status: { asks: asks.change_status, also: OF_ICCE },
  set_values: EDIT_ANY,
  sign_item: { asks: MARK_KEYS, also: OF_ICCE },
  withdraw_signature: { asks: MARK_KEYS, also: OF_ICCE },
  schedule_item: EDIT_ANY,
  describe_risk: EDIT,
  delete_item: { asks: asks.delete_item, also: OF_ICCE },
  restore_item: { asks: asks.restore_item, also: OF_ICCE },
  purge_item: UPKEEP,
  compact_document: UPKEEP,
  batch: { asks: [], also: ['plan.mass_assign'], ofParts: true },
  choose_finding_treatment: EDIT_ANY,
  choose_plan_treatment: EDIT_ANY,
  set_member: { asks: asks.set_member, also: ['plan.assign_user'] },
  declare_independence: { asks: asks.declare_independence },
  set_sprint: { asks: asks.set_sprint },
  set_visit: { asks: asks.set_visit },
  allot_item: EDIT_ANY,
  record_time: { asks: asks.record_time, also: ['plan.team__edit'] },
  change_time_record: { asks: asks.change_time_record, also: ['plan.team__edit'] },
  remove_time_record: { asks: asks.remove_time_record, also: ['plan.team__edit'] },
  start_operation: { asks: ['audits.import', 'plan.treeitem__add'], byServer: true },
  finish_operation: END_OF_OPERATION,
  discard_operation: END_OF_OPERATION,
  rate_audit: { ...RATE, byServer: true },
  conclude_audit: RATE,
  sign_conclusion: { asks: asks.sign_conclusion },
  withdraw_conclusion_signature: { asks: asks.withdraw_conclusion_signature },
  delete_audit: { asks: asks.delete_audit },
  restore_audit: { asks: asks.restore_audit },
  purge_audit: UPKEEP,
  schedule_audit: { asks: asks.schedule_audit },
  change_audit_status: { asks: asks.change_audit_status },
};
