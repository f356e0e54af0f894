import type { PermissionKey, Person, Principal } from '@cotejo/access-contracts';
import { auditId as auditIdShape } from '@cotejo/audits-contracts';
import { auditCan, type ItemForPolicy } from '@cotejo/audits-domain';
import { closeCode, type IntentFrame } from '@cotejo/rooms/protocol';
import type {
  Admission,
  Audience,
  Member,
  OpenRoom,
  RoomHost,
  RoomMode,
  RoomUser,
} from '@cotejo/rooms/server';
import type { AuditRoom } from './audit-room.ts';
import type { AuditRooms } from './audit-rooms.ts';
import { costOf } from './intents/cost-of-intent.ts';
import { commandIdOf, hashOrNull } from './intents/command-identity.ts';
import { refused } from './intents/decide-batch.ts';
import { admissionTo } from './room-admission.ts';
import { defaultWatchedLimits, WatchedAudits, type WatchedLimits } from './watched-audits.ts';

/** Path segment of these rooms: `/rooms/audit/<id>`. */
export const AUDIT_ROOM_KIND = 'audit';

/** Number of avatar colours; the theme defines the palette. */
const AVATAR_COLORS = 12;

/** Events after which what somebody may do here can be another thing. */
const RIGHTS_EVENTS: ReadonlySet<string> = new Set([
  'AuditStatusChanged',
  'AuditDeleted',
  'AuditRestored',
  'TeamMemberAdded',
  'TeamMemberChanged',
]);

const notFound: Admission = { ok: false, code: closeCode.notFound, reason: 'no such audit' };

/** Exposes audits as collaboration rooms: authorizes entry and passes intents to the audit's queue. */
export class AuditRoomHost implements RoomHost<Principal> {
  readonly kind = AUDIT_ROOM_KIND;
  readonly permission: PermissionKey = 'plan.access';

  private readonly watched: WatchedAudits;

  constructor(
    private readonly rooms: AuditRooms,
    limits: WatchedLimits = defaultWatchedLimits,
  ) {
    this.watched = new WatchedAudits(limits);
  }

  async authorize(entering: Principal, id: string): Promise<Admission> {
    const principal = this.rooms.rightsOf(entering);
    if (!principal) return { ok: false, code: closeCode.ticketRefused, reason: 'session ended' };
    if (!auditIdShape.safeParse(id).success) return notFound;
    const room = await this.rooms.room(id);
    const admission = admissionTo(room, principal);
    if (!room || admission === 'unknown') return notFound;
    if (admission === 'forbidden') return { ok: false, code: closeCode.forbidden, reason: 'not permitted' };
    const person = this.rooms.directory.person(principal.accountId, principal.userId);
    if (!person) return { ok: false, code: closeCode.ticketRefused, reason: 'no such person' };
    if (!this.watched.admits(principal, room))
      return { ok: false, code: closeCode.tooBusy, reason: 'too many audits are open' };
    return { ok: true, user: userOf(person), mode: modeOf(principal, room) };
  }

  async open(id: string, audience: Audience<Principal>): Promise<OpenRoom<Principal>> {
    const room = await this.rooms.room(id);
    if (!room) throw new Error(`audit ${id} is not there any more`);
    const leave = room.watch({
      committed: (committed, events) => {
        if (committed.isCompacted) audience.reset();
        else audience.advance(committed);
        if (events.some(({ type }) => RIGHTS_EVENTS.has(type))) this.judgeAgain(room, audience);
        if (room.hot.discarded) audience.close(closeCode.notFound, 'discarded');
      },
      dropped: () => audience.close(closeCode.tryAgain, 'try again'),
    });
    const unwatch = this.watched.watch(room, audience);
    const { hot } = room;
    return {
      get document() {
        return hot.document;
      },
      get documentId() {
        return hot.documentId;
      },
      get version() {
        return hot.version;
      },
      get link() {
        return hot.link;
      },
      linkAt: (version) => room.linkAt(version),
      submit: (member, frame) => this.submit(room, member, frame),
      costOf: ({ intent }) => costOf(intent),
      confirm: ({ principal }, session, upTo) => room.confirm({ user: principal.userId, session, seq: upTo }),
      leave: () => {
        unwatch();
        leave();
      },
    };
  }

  private submit(room: AuditRoom, member: Member<Principal>, frame: IntentFrame): void {
    const { session, seq, base, intent, schema = 1 } = frame;
    const { accountId, userId } = member.principal;
    const intentHash = hashOrNull(intent);
    if (intentHash === null) {
      const outcome = refused({ code: 'invalid_intent' });
      return member.answer({ session, seq, outcome, version: room.hot.version });
    }
    const read = this.rooms.model.readClient({ intent, base, schemaVersion: schema });
    room.submit({
      commandId: commandIdOf({ account: accountId, user: userId, session, seq }),
      intentHash,
      ...(read.ok
        ? { envelope: read.envelope }
        : { envelope: { intent: { kind: intent.kind }, base }, refusal: read.rejection }),
      place: { user: userId, session, seq },
      repeatable: true,
      principal: () => this.rooms.rightsOf(member.principal),
      settled: (outcome, version) => member.answer({ session, seq, outcome, version }),
      dropped: (why) =>
        why === 'session-ended'
          ? member.close(closeCode.ticketRefused, 'session ended')
          : member.close(closeCode.tryAgain, 'try again'),
    });
  }

  private judgeAgain(room: AuditRoom, audience: Audience<Principal>): void {
    for (const member of [...audience.members()]) {
      const principal = this.rooms.rightsOf(member.principal);
      if (!principal) member.close(closeCode.ticketRefused, 'session ended');
      else if (!auditCan(principal, room.state)('plan.access'))
        member.close(closeCode.forbidden, 'not permitted');
      else member.setMode(modeOf(principal, room));
    }
  }
}

/** Item type that can still be edited in a closed audit. */
const FOLLOWED_UP: Pick<ItemForPolicy, 'itemType'> = { itemType: 'action_plan' };

/**
 * `edit` for users who may change at least items of their own; every intent is still authorized by itself.
 */
function modeOf(principal: Principal, room: AuditRoom): RoomMode {
  const can = auditCan(principal, room.state);
  const mine = { createdBy: principal.userId, assignee: principal.userId };
  const mayFollowUp = can('plan.treeitem__edit', { ...mine, ...FOLLOWED_UP });
  return can('plan.treeitem__add') || can('plan.treeitem__edit', mine) || mayFollowUp ? 'edit' : 'read';
}

/** Public profile of a user, shown to the other members of the room. */
export function userOf({ id, firstName, lastName, initials }: Person): RoomUser {
  const color = Number.parseInt(id.slice(-6), 16) % AVATAR_COLORS;
  return { id, name: `${firstName} ${lastName}`.trim(), initials, color };
}
