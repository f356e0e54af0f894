import type { UserRow } from '@cotejo/access-contracts';
import type { AuditDetail, ItemId, ItemType, KernelIntent } from '@cotejo/audits-contracts';
import type { AvatarPerson } from '@cotejo/ui';
import { createContext, use, type ComponentType } from 'react';
import type { ActResult, AuditSession } from '../session/audit-session.ts';

/** What another context shows in the panel of an item of some type. */
export type ItemPanels = Readonly<
  Partial<Record<ItemType, ComponentType<{ readonly auditId: string; readonly itemId: ItemId }>>>
>;

/** A new row that is being named, before it exists. */
export interface Draft {
  readonly parent: ItemId | null;
  readonly type: ItemType;
}

/** What is open on top of the tree. */
export type RowMenu = { readonly id: ItemId; readonly what: 'status' | 'assign' | 'actions' };

export interface PlanContextValue {
  readonly audit: AuditDetail;
  readonly session: AuditSession;
  readonly panels: ItemPanels;
  /** Team members and whoever else may be named, by id. */
  person(id: string | null): AvatarPerson | null;
  readonly team: readonly AvatarPerson[];
  /** People who answer action plans. */
  readonly owners: readonly UserRow[];
  /** Acts; a refusal is told in words. True when it was accepted. */
  act(intent: KernelIntent): boolean;
  /** Tells a refusal in words; true when there was none. */
  tell(result: ActResult): boolean;
  readonly draft: Draft | null;
  setDraft(draft: Draft | null): void;
  readonly renaming: ItemId | null;
  setRenaming(id: ItemId | null): void;
  readonly menu: RowMenu | null;
  setMenu(menu: RowMenu | null): void;
  askMove(id: ItemId): void;
  askDelete(id: ItemId): void;
  openItem(id: ItemId): void;
  focusTree(): void;
}

export const PlanContext = createContext<PlanContextValue | null>(null);

export function usePlan(): PlanContextValue {
  const plan = use(PlanContext);
  if (!plan) throw new Error('usePlan outside of the plan');
  return plan;
}
