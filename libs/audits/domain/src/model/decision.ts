import type { PolicyObject } from '@cotejo/access-contracts';
import type {
  AuditErrorCode,
  ItemType,
  KernelEvent,
  KernelEventType,
  Rejection,
} from '@cotejo/audits-contracts';
import type { Decision, TreeNode } from './model.ts';

/** A decided event of the audit core, with its type and exactly its fields. */
export type DecidedEvent = { [T in KernelEventType]: Extract<KernelEvent, { type: T }> }[KernelEventType];

export type Accepted = Extract<Decision, { ok: true }>;
export type Refused = Extract<Decision, { ok: false }>;

/** The intent is accepted with these events; none when nothing has to change. */
export const accept = (...events: readonly DecidedEvent[]): Accepted => ({ ok: true, events });

/** The intent is refused; `params` are the parameters of the code's message. */
export const refuse = (code: AuditErrorCode, params?: Rejection['params']): Refused => ({
  ok: false,
  rejection: params ? { code, params } : { code },
});

type ItemCreated = Extract<DecidedEvent, { type: 'TreeItemCreated' }>;

/** Defaults of optional fields of a new item. */
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

/** Creation event of an item; omitted fields get their defaults. */
export const itemCreated = (
  data: Omit<ItemCreated['data'], keyof typeof PLAIN> & Partial<ItemCreated['data']>,
): ItemCreated => ({ type: 'TreeItemCreated', data: { ...PLAIN, ...data } });

/** An item as an object of the policy. */
export interface ItemForPolicy extends PolicyObject {
  readonly itemType: ItemType;
}

/**
 * The facts of an item that the policy needs: creator, assignee, and the type, which decides whether it is
 * followed up.
 */
export const policyObjectOf = ({ createdBy, assignee, type }: TreeNode): ItemForPolicy => ({
  createdBy,
  assignee,
  itemType: type,
});
