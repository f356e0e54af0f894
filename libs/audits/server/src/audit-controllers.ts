import {
  auditCalls,
  auditTrashCalls,
  changeLogCalls,
  conclusionCalls,
  evaluationCalls,
  followUpCalls,
  itemCalls,
  itemsOfTypeCalls,
  ownPlanCalls,
  planHistoryCalls,
  summaryCalls,
  teamCalls,
  timeCalls,
  trashCalls,
  treeActionCalls,
  treeCalls,
  treeDocumentCalls,
} from '@cotejo/audits-contracts';
import { controllerOf } from '@cotejo/http/server';
import type { AuditsServices } from './audits-services.ts';
import { auditTrashHandlers } from './handlers/audit-trash.ts';
import { conclusionHandlers } from './handlers/conclusion.ts';
import { auditHandlers, evaluationHandlers } from './handlers/audits.ts';
import { followUpHandlers } from './handlers/follow-up.ts';
import { changeLogHandlers, planHistoryHandlers } from './handlers/history.ts';
import { itemHandlers } from './handlers/items.ts';
import { ownPlanHandlers, summaryHandlers } from './handlers/reading.ts';
import { teamHandlers } from './handlers/team.ts';
import { timeHandlers } from './handlers/time.ts';
import { trashHandlers } from './handlers/trash.ts';
import { treeActionHandlers } from './handlers/tree-actions.ts';
import { treeDocumentHandlers } from './handlers/tree-document.ts';
import { itemsOfTypeHandlers, treeHandlers } from './handlers/trees.ts';

export const auditControllers = (services: AuditsServices) => [
  // Before the audits, whose routes have an id where this one has a literal segment.
  controllerOf('AuditTrashController', auditTrashCalls, auditTrashHandlers(services)),
  controllerOf('ConclusionController', conclusionCalls, conclusionHandlers(services)),
  controllerOf('AuditsController', auditCalls, auditHandlers(services)),
  // Order matters: routes with literal segments come before routes with parameters in the same position.
  controllerOf('EvaluationsController', evaluationCalls, evaluationHandlers(services)),
  controllerOf('TreeItemsController', itemsOfTypeCalls, itemsOfTypeHandlers(services)),
  controllerOf('ItemActionsController', itemCalls, itemHandlers(services)),
  controllerOf('TreeActionsController', treeActionCalls, treeActionHandlers(services)),
  controllerOf('TrashController', trashCalls, trashHandlers(services)),
  controllerOf('TeamController', teamCalls, teamHandlers(services)),
  controllerOf('TimeController', timeCalls, timeHandlers(services)),
  controllerOf('SummaryController', summaryCalls, summaryHandlers(services)),
  controllerOf('PlanHistoryController', changeLogCalls, changeLogHandlers(services)),
  controllerOf('HistoryController', planHistoryCalls, planHistoryHandlers(services)),
  controllerOf('FollowUpController', followUpCalls, followUpHandlers(services)),
  controllerOf('OwnPlansController', ownPlanCalls, ownPlanHandlers(services)),
  controllerOf('TreeDocumentController', treeDocumentCalls, treeDocumentHandlers(services)),
  controllerOf('TreeController', treeCalls, treeHandlers(services)),
];
