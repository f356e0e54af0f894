export { AuditRooms, type AuditRoomsOptions, type Created, type CreateOptions } from './room/audit-rooms.ts';
export type { SubmitOptions, Submitted } from './room/intents/submit-all.ts';
export type { AuditRoom } from './room/audit-room.ts';
export type { RoomWatcher } from './room/room-watcher.ts';
export { AuditHistory, type PastAudit, type PointInTime } from './history/audit-history.ts';
export type { RoomSettings } from './room/room-settings.ts';
export { claimAuditCode } from './create/claim-audit-code.ts';
export { AUDITS_SERVICES, auditsContext } from './manifest.ts';
export type { AuditsServices } from './audits-services.ts';
export {
  createAuditInAccount,
  type CreateAuditRequest,
  type CreateAuditServices,
  type CreatedAudit,
} from './create/create-audit.ts';
export { auditsProjector } from './read-models/audits-projector.ts';
