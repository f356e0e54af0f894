export { AuditsListPage } from './list/audits-list-page.tsx';
export { readAuditsAhead } from './list/use-audits.ts';
export { EvaluationsPage } from './evaluations/evaluations-page.tsx';
export { readEvaluationsAhead } from './evaluations/use-evaluations.ts';
export { OwnActionPlansPage } from './own-plans/own-action-plans-page.tsx';
export type { ReadPlanTexts } from './own-plans/own-plan-panel.tsx';
export { AuditPlanPage, type AuditPlanPageProps } from './plan/audit-plan-page.tsx';
export { findingDraftAtom } from './findings/finding-draft.ts';
export { targetAtom } from './plan/plan-atoms.ts';
export { usePlan, type PanelBeside } from './plan/plan-context.ts';
export { useRejectionText } from './plan/tray/rejection-text.ts';
export { askServer } from './session/ask-server.ts';
export { peersByItemAtom } from './session/session-atoms.ts';
export { TrashPage } from './trash/trash-page.tsx';
export { TimePage } from './time/time-page.tsx';
export {
  announcedFieldAtom,
  frontItemAtom,
  frontWorksheetAtom,
  panelStackAtom,
} from './worksheets/stack-atoms.ts';
export type { WorksheetActions } from './worksheets/use-panel-stack.ts';
export {
  type TypeContents,
  type WorksheetContents,
  type WorksheetPartProps,
  type WorksheetTab,
} from './worksheets/worksheet-contents.ts';
export {
  useAnnounceField,
  usePresenceOn,
  useWorksheet,
  WorksheetContext,
  type WorksheetPlace,
} from './worksheets/worksheet-presence.tsx';
