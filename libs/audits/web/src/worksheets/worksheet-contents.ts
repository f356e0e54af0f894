import type { AuditDetail, ItemId, ItemType } from '@cotejo/audits-contracts';
import type { TreeNode } from '@cotejo/audits-domain';
import type { ComponentType } from 'react';
import type { TreeRow } from '../session/tree-rows.ts';

/** What a part of a worksheet is given; all else it asks the plan (`usePlan`) and its worksheet (`useWorksheet`). */
export interface WorksheetPartProps {
  readonly auditId: string;
  readonly itemId: ItemId;
}

/** What a part of a worksheet is given that is shown as it was, in no room. */
export interface PastPartProps {
  readonly audit: AuditDetail;
  /** The item as it was; of a reference, what it stood for. */
  readonly item: TreeNode;
  readonly version: number;
  /** The version that it is compared with; null = with none. */
  readonly other: number | null;
  /** That one came after this one. */
  readonly isLater: boolean;
  /** It is the plan of now: what differs can be brought back. */
  readonly isAgainstNow: boolean;
}

/** A detail tab of a worksheet. */
export interface WorksheetTab {
  /** Its name in the address (`pestana=`). */
  readonly id: string;
  /** Key of its title, with the namespace. */
  readonly titleKey: string;
  /** Where it is shown; absent = always. */
  readonly only?: (row: TreeRow, audit: AuditDetail) => boolean;
  /** How much is in it, beside its title; shows nothing where there is none. */
  readonly Count?: ComponentType<WorksheetPartProps>;
  readonly Body: ComponentType<WorksheetPartProps>;
}

/** What the worksheets of one item type hold beyond the facts that every item has. */
export interface TypeContents {
  /** Title of the first tab, with the namespace; absent = «Información». */
  readonly informationKey?: string;
  /** Fields of the first tab, below the facts. */
  readonly Information?: ComponentType<WorksheetPartProps>;
  /** After the first tab, in this order. */
  readonly tabs?: readonly WorksheetTab[];
}

/** What other contexts show in worksheets. */
export interface WorksheetContents {
  readonly byType: Readonly<Partial<Record<ItemType, TypeContents>>>;
  /** Tabs of every type, after its own. */
  readonly everywhere?: readonly WorksheetTab[];
  /** Beside who changed it last, in the foot of every worksheet. */
  readonly Foot?: ComponentType<WorksheetPartProps>;
  /** More of what became of an item, below its changes: its texts as they were. */
  readonly History?: ComponentType<WorksheetPartProps>;
  /** Where a worksheet was that is gone: what this person still has of it. */
  readonly Gone?: ComponentType<WorksheetPartProps>;
  /** What a worksheet held at a version: its texts, files and notes. */
  readonly Past?: ComponentType<PastPartProps>;
  /** Key of a field's title, with the namespace, for saying who is in it; undefined = not one of theirs. */
  readonly fieldTitle?: (field: string) => string | undefined;
}

/** The first tab of every worksheet. */
export const INFORMATION = 'informacion';

/** The tabs of a worksheet after the first, as they are shown for this item of this audit. */
export const tabsOf = (
  contents: WorksheetContents,
  row: TreeRow,
  audit: AuditDetail,
): readonly WorksheetTab[] =>
  [...(contents.byType[row.node.type]?.tabs ?? []), ...(contents.everywhere ?? [])].filter(
    ({ only }) => only?.(row, audit) ?? true,
  );
