import type { AccessDirectory, PermissionKey, Principal } from '@cotejo/access-contracts';
import {
  AUDIT_PRESENCE_TOPIC,
  auditId,
  CONTRACT_ITEM_TYPE,
  type AuditPresence,
  type PresentPerson,
} from '@cotejo/audits-contracts';
import type { Topic } from '@cotejo/live/server';
import type { Present } from '@cotejo/rooms/server';
import { mayList, mayListSome, rightsIn } from '../policy/audit-policy.ts';
import { People } from '../wire/people.ts';
import { AUDITS_PROJECTOR } from '../read-models/audits-projector.ts';
import { newestAuditChange } from '../read-models/reads/list-audits.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import { findGuarded, nameItems, type NamedItem } from '../read-models/reads/read-whereabouts.ts';
import { AUDIT_ROOM_KIND } from '../room/audit-room-host.ts';

/** Users present in the rooms of all nodes, by `<kind>/<id>`, with a version that grows with every change. */
export interface PeopleInRooms {
  readonly version: number;
  people(): ReadonlyMap<string, readonly Present[]>;
}

/** Wake-up signal of this feed. */
export const AUDIT_PRESENCE_WAKE = 'room-presence';

/** Milliseconds between two frames; single moves within it are not shown. */
const REST_MS = 1_000;

export interface PresenceSources {
  readonly db: ReadDatabase;
  readonly directory: AccessDirectory;
  readonly rooms: PeopleInRooms;
}

/**
 * Feed of the users who are working now, and where: one complete row after every change. Audits that the
 * reader may not open are left out, so that not even the presence of users in them is revealed.
 */
export function auditPresenceTopic(sources: PresenceSources): Topic<Principal, AuditPresence> {
  return {
    name: AUDIT_PRESENCE_TOPIC,
    permission: 'audits.list' satisfies PermissionKey,
    // Changes of audits matter too: they can give or take the reader's right to see who is in them.
    wakeOn: [AUDIT_PRESENCE_WAKE, AUDITS_PROJECTOR],
    isWhole: true,
    restMs: REST_MS,
    authorize: (principal, key) => key === principal.accountId && mayListSome(principal),
    head: (principal) => cursorOf(sources, principal),
    async readAfter(principal, _key, cursor) {
      // Read before the users: a change in between is then sent again rather than lost.
      const version = await cursorOf(sources, principal);
      if (version <= cursor) return { rows: [], cursor };
      return { rows: [await readPresence(sources, principal)], cursor: version };
    },
  };
}

/** Sum of two counters that only grow (moves, audit changes), so it rises with each of them. */
async function cursorOf({ db, rooms }: PresenceSources, reader: Principal): Promise<number> {
  const { version } = rooms;
  return version + (await newestAuditChange(db, reader.accountId, 'audits'));
}

async function readPresence(
  { db, directory, rooms }: PresenceSources,
  reader: Principal,
): Promise<AuditPresence> {
  const byAudit = othersByAudit(rooms.people(), reader);
  const records = await findGuarded(db, reader, [...byAudit.keys()]);
  const open = records.filter((record) => mayList(reader, record) && rightsIn(reader, record)('plan.access'));
  const seen = open.map(({ id }) => ({ id, people: byAudit.get(id) ?? [] }));
  const items = await nameItems(
    db,
    reader,
    seen.flatMap(({ id, people }) =>
      people.flatMap(({ item }) => (item === null ? [] : [{ audit: id, item }])),
    ),
  );
  const named = new Map(items.map((item) => [`${item.audit} ${item.id}`, item]));
  const names = new People(directory, reader.accountId);
  return {
    auditorias: seen.map(({ id, people }) => ({
      id,
      personas: people
        .map((one) => toPresent(one, named.get(`${id} ${one.item ?? ''}`), names))
        .toSorted((a, b) => a.usuario.name.localeCompare(b.usuario.name, 'es')),
    })),
  };
}

function toPresent({ user, field }: Present, item: NamedItem | undefined, names: People): PresentPerson {
  return {
    usuario: names.named(user),
    item: item
      ? { id: item.id, item_tipo: CONTRACT_ITEM_TYPE[item.type], codigo: item.code, nombre: item.name }
      : null,
    campo: item ? field : null,
  };
}

/**
 * All users except the reader, once per audit, in their most precise place: a field before a row before the
 * audit.
 */
function othersByAudit(
  rooms: ReadonlyMap<string, readonly Present[]>,
  { userId }: Pick<Principal, 'userId'>,
): ReadonlyMap<string, readonly Present[]> {
  const audits = new Map<string, readonly Present[]>();
  for (const [place, people] of rooms) {
    const [kind, id] = place.split('/');
    if (kind !== AUDIT_ROOM_KIND || !auditId.safeParse(id).success || id === undefined) continue;
    const once = new Map<string, Present>();
    for (const one of people) {
      const known = once.get(one.user);
      if (one.user !== userId && (!known || saysMore(one, known))) once.set(one.user, one);
    }
    if (once.size > 0) audits.set(id, [...once.values()]);
  }
  return audits;
}

const precision = ({ item, field }: Present): number => (item === null ? 0 : field === null ? 1 : 2);
const saysMore = (one: Present, known: Present): boolean => precision(one) > precision(known);
