export { AuditRooms, type AuditRoomsOptions, type Created, type CreateOptions } from './room/audit-rooms.ts';
export type { SubmitOptions, Submitted } from './room/submit-all.ts';
export { AuditRoomHost } from './room/audit-room-host.ts';
export type { AuditRoom } from './room/audit-room.ts';
export type { RoomWatcher } from './room/room-watcher.ts';
export { AuditHistory, type PastAudit, type PointInTime } from './history/audit-history.ts';
export type { RoomSettings } from './room/room-settings.ts';
export { auditListTopic, evaluationListTopic } from './feeds/audit-list-topic.ts';
export { AUDIT_PRESENCE_WAKE, auditPresenceTopic, type PeopleInRooms } from './feeds/audit-presence-topic.ts';
export { auditSummaryTopic } from './feeds/audit-summary-topic.ts';
export { auditTeamTopic } from './feeds/audit-team-topic.ts';
export { auditTimeTopic } from './feeds/audit-time-topic.ts';
export { changeLogTopic } from './feeds/change-log-topic.ts';
export { ownPlansTopic } from './feeds/own-plans-topic.ts';
export { FEED_CURSOR_HEADER } from './handlers/audits.ts';
export { claimAuditCode } from './create/claim-audit-code.ts';
export { AuditsModule } from './audits.module.ts';
export type { AuditsServices } from './audits-services.ts';
export {
  createAuditInAccount,
  type CreateAuditRequest,
  type CreateAuditServices,
  type CreatedAudit,
} from './create/create-audit.ts';
export { auditPorts } from './ports/audit-ports.ts';
export { auditReferences } from './ports/audit-references.ts';
export { readTeammates } from './read-models/read-teammates.ts';
export { auditsProjector } from './read-models/audits-projector.ts';
export { EmptyTrash, type EmptyTrashOptions } from './trash/empty-trash.ts';
export { grantReadModels } from './read-models/migrations/0001-create-read-models.ts';
export { auditEntities, auditMigrations } from './read-models/schema.ts';
