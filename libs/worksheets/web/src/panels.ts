import type { ItemType } from '@cotejo/audits-contracts';
import { AttachmentsCount } from './attachments/attachments-count.tsx';
import {
  AttachmentsTab,
  FlowchartTab,
  GoneDrafts,
  PastContents,
  SignatureBar,
  TextChange,
  TextRevisions,
  worksheetParts,
} from './late-parts.ts';
import { fieldTitle } from './tabs/field-title.ts';
import { contentsByType, type OwnTabs, type TabContents } from './tabs/type-contents.tsx';

/** Tabs with components of their own beyond the catalogue's fields. */
const OWN_TABS: OwnTabs = {
  attachments: { Body: AttachmentsTab, Count: AttachmentsCount },
  flowchart: { Body: FlowchartTab },
};

/** Tabs of every type, after its own. */
const EVERYWHERE: readonly TabContents[] = [];

/** Contributions of this context to worksheets, by item type. */
export const worksheetContents = {
  byType: contentsByType(OWN_TABS),
  everywhere: EVERYWHERE,
  Foot: SignatureBar,
  History: TextRevisions,
  TextChange,
  Past: PastContents,
  Gone: GoneDrafts,
  fieldTitle,
  // Loaded with the worksheet that it leads to.
  tabOfField: (type: ItemType, field: string) =>
    worksheetParts.load().then((parts) => parts.tabOfField(type, field)),
};
