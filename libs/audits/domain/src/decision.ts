import type { PolicyObject } from '@cotejo/access-contracts';
import type {
  AuditErrorCode,
  ItemType,
  KernelEvent,
  KernelEventType,
  Rejection,
} from '@cotejo/audits-contracts';
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

type ItemCreated = Extract<DecidedEvent, { type: 'TreeItemCreated' }>;

/** What most new items do not have. */
const PLAIN = {
  assignee: null,
  derived: false,
  startDate: null,
  endDate: null,
  target: null,
  refParent: null,
  origin: null,
  risk: null,
  copiedFrom: null,
} as const;

/** The birth of an item: what is not said of it, it does not have. */
export const itemCreated = (
  data: Omit<ItemCreated['data'], keyof typeof PLAIN> & Partial<ItemCreated['data']>,
): ItemCreated => ({ type: 'TreeItemCreated', data: { ...PLAIN, ...data } });

/** An item as the policy is asked about it. */
export interface ItemForPolicy extends PolicyObject {
  readonly itemType: ItemType;
}

/** What the policy needs to know of an item: who made it, who has it, and whether it is still followed up. */
export const policyObjectOf = ({ createdBy, assignee, type }: TreeNode): ItemForPolicy => ({
  createdBy,
  assignee,
  itemType: type,
});
