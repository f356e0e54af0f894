import type { Principal } from '@cotejo/access-contracts';
import type {
  HeldAdmission,
  HeldAudit,
  HeldAuditWatcher,
  RawIntent,
  Rejection,
} from '@cotejo/audits-contracts';
import { alive, auditCan, isAncestor } from '@cotejo/audits-domain';
import { userOf } from '../room/audit-room-host.ts';
import type { AuditRoom } from '../room/audit-room.ts';
import type { AuditRooms } from '../room/audit-rooms.ts';
import { admissionTo } from '../room/room-admission.ts';

/** Keeps an audit's room loaded for another context; null when the audit does not exist. */
export async function holdAudit(
  rooms: AuditRooms,
  auditId: string,
  watcher: HeldAuditWatcher = {},
): Promise<HeldAudit | null> {
  const room = await rooms.room(auditId);
  if (!room) return null;
  const release = room.watch({
    committed: (_, events) => watcher.committed?.(events.map(({ type }) => type)),
    dropped: () => watcher.dropped?.(),
  });
  return {
    account: room.state.account,
    get version() {
      return room.state.version;
    },
    admission: (entering) => admit(rooms, room, entering),
    typeOf: (item) => room.state.get(item)?.type ?? null,
    isWithin: (item, branch) => alive(room.state, item) && isAncestor(room.state, branch, item),
    judge: (entering, intent) => judge(rooms, room, entering, intent),
    slice: (name) => room.state.slice(name),
    release,
  };
}

function admit(rooms: AuditRooms, room: AuditRoom, entering: Principal): HeldAdmission {
  const principal = rooms.rightsOf(entering);
  if (!principal) return { ok: false, why: 'session-ended' };
  const admission = admissionTo(room, principal);
  if (admission !== 'admitted') return { ok: false, why: admission };
  const person = rooms.directory.person(principal.accountId, principal.userId);
  return person ? { ok: true, user: userOf(person) } : { ok: false, why: 'session-ended' };
}

/** Decides in optimistic mode, like a browser: other audits are not consulted. */
function judge(rooms: AuditRooms, room: AuditRoom, entering: Principal, intent: RawIntent): Rejection | null {
  const principal = rooms.rightsOf(entering);
  if (!principal || principal.accountId !== room.state.account) return { code: 'forbidden' };
  const { state } = room;
  const decision = rooms.model.decide(
    state,
    { intent, base: state.version },
    {
      now: rooms.now().toISOString(),
      actor: principal.userId,
      can: auditCan(principal, state),
      mode: 'optimistic',
    },
  );
  return decision.ok ? null : decision.rejection;
}
