import { AttachmentsCount } from './attachments/attachments-count.tsx';
import { AttachmentsTab } from './attachments/attachments-tab.tsx';
import { FlowchartTab } from './flowchart/index.ts';
import { PastContents } from './past/past-contents.tsx';
import { SignatureBar } from './signatures/signature-bar.tsx';
import { GoneDrafts } from './text/gone-drafts.tsx';
import { TextRevisions } from './text/text-revisions.tsx';
import { fieldTitle } from './tabs/field-title.ts';
import { contentsByType, type OwnTabs, type TabContents } from './tabs/type-contents.tsx';

/** Tabs that are more than the fields of the catalogue. */
const OWN_TABS: OwnTabs = {
  attachments: { Body: AttachmentsTab, Count: AttachmentsCount },
  flowchart: { Body: FlowchartTab },
};

/** Tabs of every type, after its own. */
const EVERYWHERE: readonly TabContents[] = [];

/** What this context shows in worksheets, by the item's type. */
export const worksheetContents = {
  byType: contentsByType(OWN_TABS),
  everywhere: EVERYWHERE,
  Foot: SignatureBar,
  History: TextRevisions,
  Past: PastContents,
  Gone: GoneDrafts,
  fieldTitle,
};
