export { AttachmentsTab } from './attachments/attachments-tab.tsx';
export { FlowchartTab } from './flowchart/index.ts';
export { PastContents } from './past/past-contents.tsx';
export { SignatureBar } from './signatures/signature-bar.tsx';
export { WorksheetFields } from './tabs/worksheet-fields.tsx';
export { tabOfField } from './tabs/tab-of-field.ts';
export { followTextsAhead } from './text/follow-texts-ahead.ts';
export { GoneDrafts } from './text/gone-drafts.tsx';
export { TextChange, TextRevisions } from './text/text-revisions.tsx';
