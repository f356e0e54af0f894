import { createChunk, latePart, PanelSkeleton, TreeSkeleton } from '@cotejo/ui';
import { createElement } from 'react';

/** Lazy chunk with the plan's dialogs and panels: not needed to open a plan, loaded when the browser is idle. */
export const planParts = createChunk(() => import('./plan-parts.ts'));

/** In place of a panel that was opened before the chunk was there. */
const panelWaiting = createElement(PanelSkeleton);

export const AssignDialog = latePart(planParts, (parts) => parts.AssignDialog);
export const AuditActionDialog = latePart(planParts, (parts) => parts.AuditActionDialog);
export const CopyDialog = latePart(planParts, (parts) => parts.CopyDialog);
export const DeleteAuditDialog = latePart(planParts, (parts) => parts.DeleteAuditDialog);
export const DatesDialog = latePart(planParts, (parts) => parts.DatesDialog);
export const DeleteDialog = latePart(planParts, (parts) => parts.DeleteDialog);
export const MoveDialog = latePart(planParts, (parts) => parts.MoveDialog);
export const PasteDialog = latePart(planParts, (parts) => parts.PasteDialog);
export const PasteFromDialog = latePart(planParts, (parts) => parts.PasteFromDialog);
export const ShareDialog = latePart(planParts, (parts) => parts.ShareDialog);
export const SignDialog = latePart(planParts, (parts) => parts.SignDialog);
export const StretchesDialog = latePart(planParts, (parts) => parts.StretchesDialog);
export const StretchesPanel = latePart(planParts, (parts) => parts.StretchesPanel, panelWaiting);
export const StatusDialog = latePart(planParts, (parts) => parts.StatusDialog);
export const ChangeLogPanel = latePart(planParts, (parts) => parts.ChangeLogPanel, panelWaiting);
export const FindingsPanel = latePart(planParts, (parts) => parts.FindingsPanel, panelWaiting);
export const FilterFields = latePart(planParts, (parts) => parts.FilterFields);
export const FirstVisit = latePart(planParts, (parts) => parts.FirstVisit);
export const IcceWizard = latePart(planParts, (parts) => parts.IcceWizard);
export const KeysDialog = latePart(planParts, (parts) => parts.KeysDialog);
export const PhoneBar = latePart(planParts, (parts) => parts.PhoneBar);
export const PhoneTools = latePart(planParts, (parts) => parts.PhoneTools);
export const TrayPanel = latePart(planParts, (parts) => parts.TrayPanel, panelWaiting);
export const WorksheetPanel = latePart(planParts, (parts) => parts.WorksheetPanel, panelWaiting);

const waiting = createElement(TreeSkeleton);

export const PastPlan = latePart(
  createChunk(() => import('../past/past-plan.tsx')),
  (part) => part.PastPlan,
  waiting,
);
export const DeletedAudit = latePart(
  createChunk(() => import('../trash/deleted-audit.tsx')),
  (part) => part.DeletedAudit,
  waiting,
);
export const SummaryScreen = latePart(
  createChunk(() => import('../summary/summary-screen.tsx')),
  (part) => part.SummaryScreen,
  waiting,
);
export const TeamScreen = latePart(
  createChunk(() => import('../team/team-screen.tsx')),
  (part) => part.TeamScreen,
  waiting,
);
export const ExportPlanDialog = latePart(
  createChunk(() => import('../export/export-plan-dialog.tsx')),
  (part) => part.ExportPlanDialog,
);
export const ImportRisksDialog = latePart(
  createChunk(() => import('../risk-import/import-risks-dialog.tsx')),
  (part) => part.ImportRisksDialog,
);
export const TimeDialog = latePart(
  createChunk(() => import('../time/time-dialog.tsx')),
  (part) => part.TimeDialog,
);
