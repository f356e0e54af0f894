import type { PolicyObject } from '@cotejo/access-contracts';
import type { AuditErrorCode, KernelEvent, KernelEventType, Rejection } from '@cotejo/audits-contracts';
import type { Decision, TreeNode } from './model.ts';

/** An event of the kernel as decided: its type and exactly its fields. */
export type DecidedEvent = { [T in KernelEventType]: Extract<KernelEvent, { type: T }> }[KernelEventType];

export type Accepted = Extract<Decision, { ok: true }>;
export type Refused = Extract<Decision, { ok: false }>;

/** The intent holds: these events follow from it; none when there is nothing to change. */
export const accept = (...events: readonly DecidedEvent[]): Accepted => ({ ok: true, events });

/** The intent is refused; `params` are the facts that the code's sentence names. */
export const refuse = (code: AuditErrorCode, params?: Rejection['params']): Refused => ({
  ok: false,
  rejection: params ? { code, params } : { code },
});

/** What the policy needs to know of an item: who made it and who has it. */
export const policyObjectOf = (node: TreeNode): PolicyObject => ({
  createdBy: node.createdBy,
  assignee: node.assignee,
});
