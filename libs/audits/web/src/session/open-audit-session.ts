import type { Principal, UserId } from '@cotejo/access-contracts';
import type { TeamRole } from '@cotejo/audits-contracts';
import { auditCan, type AuditModel } from '@cotejo/audits-domain';
import {
  createRoomConnection,
  Outbox,
  type OutboxOptions,
  type RoomConnectionOptions,
} from '@cotejo/rooms/client';
import { AuditSession, type AuditSessionOptions } from './audit-session.ts';
import { keptUndo } from './kept-undo.ts';
import { UndoHistory } from './undo-history.ts';

/** Room kind of audits; a path segment of the room's URL. */
export const AUDIT_ROOM = 'audit';

export interface OpenAuditOptions
  extends
    Pick<RoomConnectionOptions, 'url' | 'getTicket' | 'loadBase' | 'WebSocket' | 'network' | 'random'>,
    Pick<OutboxOptions, 'store' | 'locks' | 'channels'>,
    Pick<AuditSessionOptions, 'schedule' | 'now'> {
  readonly auditId: string;
  readonly principal: Principal;
  readonly model: AuditModel;
  /** Creator of the audit, who has the creator's rights without being in the team. Null while unknown. */
  readonly createdBy: UserId | null;
  readonly team?: ReadonlyMap<UserId, TeamRole>;
}

/** Opens an audit for a user: first from this browser's cache, then synchronized with the server. */
export async function openAuditSession(options: OpenAuditOptions): Promise<AuditSession> {
  const { auditId, principal, createdBy, model } = options;
  const { userId: user } = principal;
  const room = `${AUDIT_ROOM}/${auditId}`;
  const outbox = await Outbox.open({
    ...options,
    user,
    room,
    schemaOf: (kind) => model.intents.newest(kind),
  });
  // An outbox in memory has its undo history there, too.
  const history = options.store
    ? new UndoHistory()
    : await UndoHistory.open(await keptUndo(user, room, model));
  const connection = createRoomConnection({ ...options, kind: AUDIT_ROOM, id: auditId, user, outbox });
  const session = new AuditSession({
    connection,
    model,
    me: user,
    history,
    canIn: ({ recordType, status, closedOn, removal, team }) =>
      auditCan(principal, { recordType, status, closedOn, removal, team, createdBy }),
    ...(options.team ? { team: options.team } : {}),
    ...(options.schedule ? { schedule: options.schedule } : {}),
    ...(options.now ? { now: options.now } : {}),
  });
  await connection.open();
  return session;
}
