import { createChunk, latePart, TableSkeleton } from '@cotejo/ui';
import { createElement } from 'react';

/** Editor and fields of worksheets: half of a plan's code, loaded when a worksheet is opened. */
export const worksheetParts = createChunk(() => import('./worksheet-parts.ts'));

const waiting = createElement(TableSkeleton);

export const AttachmentsTab = latePart(worksheetParts, (parts) => parts.AttachmentsTab, waiting);
export const FlowchartTab = latePart(worksheetParts, (parts) => parts.FlowchartTab, waiting);
export const PastContents = latePart(worksheetParts, (parts) => parts.PastContents, waiting);
export const WorksheetFields = latePart(worksheetParts, (parts) => parts.WorksheetFields, waiting);
export const SignatureBar = latePart(worksheetParts, (parts) => parts.SignatureBar);
export const GoneDrafts = latePart(worksheetParts, (parts) => parts.GoneDrafts);
export const TextChange = latePart(worksheetParts, (parts) => parts.TextChange, waiting);
export const TextRevisions = latePart(worksheetParts, (parts) => parts.TextRevisions);

const besideParts = createChunk(() => import('./beside-parts.ts'));

export const EvidencePanel = latePart(besideParts, (parts) => parts.EvidencePanel);
export const NotesPanel = latePart(besideParts, (parts) => parts.NotesPanel);
