import type { UserRow } from '@cotejo/access-contracts';
import type { AuditDetail, AuditIntent, ItemId, ItemType } from '@cotejo/audits-contracts';
import type { AvatarPerson } from '@cotejo/ui';
import type { LucideIcon } from 'lucide-react';
import { createContext, use, type ComponentType } from 'react';
import type { ActResult, AuditSession } from '../session/audit-session.ts';
import type { WorksheetActions } from '../worksheets/use-panel-stack.ts';
import type { WorksheetContents } from '../worksheets/worksheet-contents.ts';

/** Side panel contributed by another context: about one item, or about the whole audit (null). */
export interface PanelBeside {
  /** Value of `panel=` in the address. */
  readonly id: string;
  /** Translation key of the title, with its namespace. */
  readonly title: string;
  readonly icon: LucideIcon;
  /** About the audit alone: offered beside the tree, not in the menus of rows. */
  readonly isOfAudit?: true;
  readonly Panel: ComponentType<{
    readonly audit: AuditDetail;
    readonly item: ItemId | null;
    /** Worksheet field that the panel is about, if any. */
    readonly field: string | null;
    readonly onClose: () => void;
  }>;
  /** Row badge with the number of entries; renders nothing when there are none. */
  readonly Badge?: ComponentType<{ readonly item: ItemId; readonly onOpen: () => void }>;
  /** Mounted while the plan is open, renders nothing: loads the data of panel and badges. */
  readonly Companion?: ComponentType<{ readonly audit: AuditDetail }>;
}

/** A new item that is being named and does not exist yet. */
export interface Draft {
  readonly parent: ItemId | null;
  readonly type: ItemType;
  /** Sibling after which the item is placed; absent = at the end. */
  readonly after?: ItemId | null;
}

/** A row whose name or code is being edited in place. */
export interface Editing {
  readonly id: ItemId;
  readonly field: 'name' | 'code';
}

/** Open cell menu of a row. */
export type RowMenu = { readonly id: ItemId; readonly what: 'status' | 'assign' };

/** Position of a menu: a point in window coordinates, or the element it is anchored to. */
export type MenuAnchor = { readonly x: number; readonly y: number } | Element;

/** Items copied or cut in an audit, to be pasted in this or another one. */
export interface CopiedItems {
  readonly audit: string;
  /** Without descendants of other copied items; in display order. */
  readonly ids: readonly ItemId[];
  readonly isCut: boolean;
}

/**
 * Commands on rows for keys, menus and the selection bar; dialogs implement them. Ids are in display order and contain
 * no descendant of another id.
 */
export interface PlanActions {
  /** Opens the row menu; applies to the whole selection when the row belongs to it. */
  openMenu(id: ItemId, at: MenuAnchor): void;
  askDelete(ids: readonly ItemId[]): void;
  askMove(ids: readonly ItemId[]): void;
  askCopy(ids: readonly ItemId[]): void;
  askAssign(ids: readonly ItemId[]): void;
  askStatus(ids: readonly ItemId[]): void;
  askSign(ids: readonly ItemId[]): void;
  askDates(ids: readonly ItemId[]): void;
  askStretches(ids: readonly ItemId[]): void;
  /** Opens the form of a new time record, with an item proposed. */
  askTime(item: ItemId | null): void;
  /** Opens the import of risks from a file, with a parent proposed. */
  askImport(parent: ItemId | null | undefined): void;
  askExport(): void;
  /** Copies without a dialog; each copy is placed right below its source. */
  duplicate(ids: readonly ItemId[]): void;
  /** `type` is the draft's type when the lines were pasted into a draft row. */
  pasteLines(parent: ItemId | null, lines: readonly string[], type?: ItemType): void;
  /** Pastes items of another audit. */
  pasteFrom(copied: CopiedItems, parent: ItemId | null): void;
}

/** Imperative access to the selection; components that render it use `selectedAtom`. */
export interface PlanSelection {
  /** Without descendants of other selected items; in display order. */
  ids(): readonly ItemId[];
  all(): ReadonlySet<ItemId>;
  set(ids: readonly ItemId[]): void;
  clear(): void;
}

/** Shared value of the plan. Every row reads it, so it must stay identical while plan and people are unchanged. */
export interface PlanContextValue {
  readonly audit: AuditDetail;
  readonly session: AuditSession;
  readonly contents: WorksheetContents;
  readonly panelsBeside: readonly PanelBeside[];
  readonly actions: PlanActions;
  readonly worksheets: WorksheetActions;
  readonly selection: PlanSelection;
  /** Team member or any other user who can be named, by id. */
  person(id: string | null): AvatarPerson | null;
  readonly team: readonly AvatarPerson[];
  /** All users that the plan may name, former team members included. */
  readonly everybody: readonly AvatarPerson[];
  /** Users who can answer action plans. */
  readonly owners: readonly UserRow[];
  /** Submits an intent and notifies the user of a refusal. Returns true when it was accepted. */
  act(intent: AuditIntent): boolean;
  /** Submits several intents as one undo step; otherwise like `act`. */
  actTogether(intents: readonly AuditIntent[]): boolean;
  /** Notifies the user of a refusal; returns true when there was none. */
  tell(result: ActResult): boolean;
  /** Opens a draft row; null closes it. */
  startAdd(draft: Draft | null): void;
  /** Starts editing a row's name in place. */
  rename(id: ItemId): void;
  recode(id: ItemId): void;
  stopEditing(): void;
  setMenu(menu: RowMenu | null): void;
  /** Opens the item's worksheet in front of other worksheets, at a tab or the one used last; it takes the keys. */
  openItem(id: ItemId, tab?: string): void;
  /** Opens a side panel by its name in the address: for an item, a field of its worksheet, or the audit. */
  openPanel(panel: string, item?: ItemId, field?: string): void;
  /** Opens the column settings. */
  openViewSettings(): void;
  /** Expands the row's ancestors, scrolls to it, focuses and selects it, with the rows `together`. */
  reveal(id: ItemId, together?: readonly ItemId[]): void;
  /** Like `reveal`, but leaves the focus where it is. */
  showRow(id: ItemId): void;
  /** Returns the focus to the tree's current row. */
  focusTree(): void;
  /** Announces a text to screen readers (aria-live polite). */
  announce(text: string): void;
}

export const PlanContext = createContext<PlanContextValue | null>(null);

export function usePlan(): PlanContextValue {
  const plan = use(PlanContext);
  if (!plan) throw new Error('usePlan outside of the plan');
  return plan;
}
