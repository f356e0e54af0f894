import type { UserRow } from '@cotejo/access-contracts';
import type { AuditDetail, AuditIntent, ItemId, ItemType } from '@cotejo/audits-contracts';
import type { AvatarPerson } from '@cotejo/ui';
import type { LucideIcon } from 'lucide-react';
import { createContext, use, type ComponentType } from 'react';
import type { ActResult, AuditSession } from '../session/audit-session.ts';
import type { WorksheetActions } from '../worksheets/use-panel-stack.ts';
import type { WorksheetContents } from '../worksheets/worksheet-contents.ts';

/** A panel of another context that stands beside the tree: of one item, or of the whole audit (null). */
export interface PanelBeside {
  /** Its name in the address (`panel=`). */
  readonly id: string;
  /** Key of its title, with the namespace. */
  readonly title: string;
  readonly icon: LucideIcon;
  readonly Panel: ComponentType<{
    readonly audit: AuditDetail;
    readonly item: ItemId | null;
    /** Field of the item's worksheet, where the panel is about one. */
    readonly field: string | null;
    readonly onClose: () => void;
  }>;
  /** A mark on rows that says how much of it there is; nothing where there is none. */
  readonly Badge?: ComponentType<{ readonly item: ItemId; readonly onOpen: () => void }>;
  /** There as long as the plan is open, and shows nothing: keeps what panel and marks show. */
  readonly Companion?: ComponentType<{ readonly audit: AuditDetail }>;
}

/** A new row that is being named, before it exists. */
export interface Draft {
  readonly parent: ItemId | null;
  readonly type: ItemType;
  /** Right after this sibling; absent = at the end. */
  readonly after?: ItemId | null;
}

/** A row whose name or code is being written in its place. */
export interface Editing {
  readonly id: ItemId;
  readonly field: 'name' | 'code';
}

/** The small menu of a cell that is open. */
export type RowMenu = { readonly id: ItemId; readonly what: 'status' | 'assign' };

/** Where a menu opens: a point of the window, or the element that it hangs from. */
export type MenuAnchor = { readonly x: number; readonly y: number } | Element;

/** Items that were copied or cut in an audit, to be pasted in the same or in another one. */
export interface CopiedItems {
  readonly audit: string;
  /** Topmost only, in display order. */
  readonly ids: readonly ItemId[];
  readonly isCut: boolean;
}

/**
 * What can be asked for rows by a key, a menu or the selection bar: the dialogs behind it answer. Ids come
 * topmost only and in display order: none lies under another.
 */
export interface PlanActions {
  /** Acts on the whole selection when the row belongs to it. */
  openMenu(id: ItemId, at: MenuAnchor): void;
  askDelete(ids: readonly ItemId[]): void;
  askMove(ids: readonly ItemId[]): void;
  askCopy(ids: readonly ItemId[]): void;
  askAssign(ids: readonly ItemId[]): void;
  askStatus(ids: readonly ItemId[]): void;
  askSign(ids: readonly ItemId[]): void;
  askDates(ids: readonly ItemId[]): void;
  /** At once, each copy right below its source. */
  duplicate(ids: readonly ItemId[]): void;
  /** `type` is what was being added when the lines were pasted. */
  pasteLines(parent: ItemId | null, lines: readonly string[], type?: ItemType): void;
  /** Items of another audit. */
  pasteFrom(copied: CopiedItems, parent: ItemId | null): void;
}

/** Which rows are chosen; for who shows it there is `selectedAtom`. */
export interface PlanSelection {
  /** Topmost only, in display order. */
  ids(): readonly ItemId[];
  all(): ReadonlySet<ItemId>;
  set(ids: readonly ItemId[]): void;
  clear(): void;
}

/** The same object as long as the plan is open with the same people: every row reads it. */
export interface PlanContextValue {
  readonly audit: AuditDetail;
  readonly session: AuditSession;
  readonly contents: WorksheetContents;
  readonly panelsBeside: readonly PanelBeside[];
  readonly actions: PlanActions;
  readonly worksheets: WorksheetActions;
  readonly selection: PlanSelection;
  /** Team members and whoever else may be named, by id. */
  person(id: string | null): AvatarPerson | null;
  readonly team: readonly AvatarPerson[];
  /** Whoever the plan may name: those who ever worked in it among them. */
  readonly everybody: readonly AvatarPerson[];
  /** People who answer action plans. */
  readonly owners: readonly UserRow[];
  /** Acts; a refusal is told in words. True when it was accepted. */
  act(intent: AuditIntent): boolean;
  /** The same for several that are one step to undo. */
  actTogether(intents: readonly AuditIntent[]): boolean;
  /** Tells a refusal in words; true when there was none. */
  tell(result: ActResult): boolean;
  /** Begins to name a new row in its place; null ends that. */
  startAdd(draft: Draft | null): void;
  /** Begins to write a row's name in its place. */
  rename(id: ItemId): void;
  recode(id: ItemId): void;
  stopEditing(): void;
  setMenu(menu: RowMenu | null): void;
  /** Its worksheet, in front of the others. */
  openItem(id: ItemId): void;
  /** A panel beside the tree by its name in the address: of one item, of a field of its worksheet, or of the audit. */
  openPanel(panel: string, item?: ItemId, field?: string): void;
  /** Which columns are shown. */
  openViewSettings(): void;
  /** Row with the focus. */
  focused(): ItemId | null;
  /** Opens what hides the row, scrolls to it and focuses it. */
  reveal(id: ItemId): void;
  /** The keys go on where they were, in the tree. */
  focusTree(): void;
  /** Says it to screen readers, politely. */
  announce(text: string): void;
}

export const PlanContext = createContext<PlanContextValue | null>(null);

export function usePlan(): PlanContextValue {
  const plan = use(PlanContext);
  if (!plan) throw new Error('usePlan outside of the plan');
  return plan;
}
