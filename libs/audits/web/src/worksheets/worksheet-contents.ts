import type { AuditDetail, ItemId, ItemType } from '@cotejo/audits-contracts';
import type { TreeNode } from '@cotejo/audits-domain';
import type { ComponentType } from 'react';
import type { TreeRow } from '../session/rows/tree-rows.ts';

/** Props of a worksheet part; everything else comes from `usePlan` and `useWorksheet`. */
export interface WorksheetPartProps {
  readonly auditId: string;
  readonly itemId: ItemId;
}

/** Props of a part of a past worksheet, which has no room connection. */
export interface PastPartProps {
  readonly audit: AuditDetail;
  /** The past item; for a reference, its target. */
  readonly item: TreeNode;
  readonly version: number;
  /** The compared version; null = none. */
  readonly other: number | null;
  /** The compared version is the later one. */
  readonly isLater: boolean;
  /** The compared version is the present plan: differences can be restored. */
  readonly isAgainstNow: boolean;
}

/** Props of the difference that a revision made to a text. */
export interface TextChangeProps {
  readonly audit: Pick<AuditDetail, 'id' | 'record_type'>;
  readonly itemId: ItemId;
  readonly field: string;
  readonly rev: number;
}

/** A detail tab of a worksheet. */
export interface WorksheetTab {
  /** Name in the address (`pestana=`). */
  readonly id: string;
  /** Key of its title, with namespace. */
  readonly titleKey: string;
  /** Condition for showing the tab; absent = always. */
  readonly only?: (row: TreeRow, audit: AuditDetail) => boolean;
  /** Count shown beside the title; renders nothing for zero. */
  readonly Count?: ComponentType<WorksheetPartProps>;
  readonly Body: ComponentType<WorksheetPartProps>;
}

/** Worksheet parts specific to one item type. */
export interface TypeContents {
  /** Key of the first tab's title, with namespace; absent = «Información». */
  readonly informationKey?: string;
  /** Fields of the first tab, below the facts. */
  readonly Information?: ComponentType<WorksheetPartProps>;
  /** Tabs after the first, in this order. */
  readonly tabs?: readonly WorksheetTab[];
}

/** Worksheet parts provided by other contexts. */
export interface WorksheetContents {
  readonly byType: Readonly<Partial<Record<ItemType, TypeContents>>>;
  /** Tabs for every type, after the type's own. */
  readonly everywhere?: readonly WorksheetTab[];
  /** Part of every worksheet's footer, beside the last author. */
  readonly Foot?: ComponentType<WorksheetPartProps>;
  /** Additional history below an item's changes: revisions of its texts. */
  readonly History?: ComponentType<WorksheetPartProps>;
  /** What a revision changed in a text, for the change log. */
  readonly TextChange?: ComponentType<TextChangeProps>;
  /** Shown in place of a deleted item's worksheet: the user's unsaved work on it. */
  readonly Gone?: ComponentType<WorksheetPartProps>;
  /** Past contents of a worksheet: texts, files and notes. */
  readonly Past?: ComponentType<PastPartProps>;
  /** Mounted as long as the plan is open; renders nothing. */
  readonly Companion?: ComponentType<{ readonly audit: AuditDetail }>;
  /** Key of a field's title, with namespace, for presence; undefined for fields of other contexts. */
  readonly fieldTitle?: (field: string) => string | undefined;
  /** Name in the address of the tab with a field, by its name in presence; undefined for fields of other contexts. */
  readonly tabOfField?: (type: ItemType, field: string) => Promise<string | undefined>;
}

/** Name of the first tab of every worksheet. */
export const INFORMATION = 'informacion';

/** Tabs after the first, as shown for this item of this audit. */
export const tabsOf = (
  contents: WorksheetContents,
  row: TreeRow,
  audit: AuditDetail,
): readonly WorksheetTab[] =>
  [...(contents.byType[row.node.type]?.tabs ?? []), ...(contents.everywhere ?? [])].filter(
    ({ only }) => only?.(row, audit) ?? true,
  );
