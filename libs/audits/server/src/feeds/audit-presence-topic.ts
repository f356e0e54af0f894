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
import { newestAuditChange } from '../read-models/list-audits.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import { findGuarded, nameItems, type NamedItem } from '../read-models/read-whereabouts.ts';
import { AUDIT_ROOM_KIND } from '../room/audit-room-host.ts';

/** Who is in the rooms of all nodes, by `<kind>/<id>`, and when that last changed. */
export interface PeopleInRooms {
  readonly version: number;
  people(): ReadonlyMap<string, readonly Present[]>;
}

/** Name under which this feed is woken. */
export const AUDIT_PRESENCE_WAKE = 'room-presence';

/** Time between two frames: whoever looks on wants to know where people are, not each of their steps. */
const REST_MS = 1_000;

export interface PresenceSources {
  readonly db: ReadDatabase;
  readonly directory: AccessDirectory;
  readonly rooms: PeopleInRooms;
}

/**
 * Who works now, and where: one row with all of it whenever somebody came, moved or went. Of an audit that the
 * reader may not open it says nothing, not even that somebody is there.
 */
export function auditPresenceTopic(sources: PresenceSources): Topic<Principal, AuditPresence> {
  return {
    name: AUDIT_PRESENCE_TOPIC,
    permission: 'audits.list' satisfies PermissionKey,
    // Also audits: by what happens in them people come into them, or may open them no more.
    wakeOn: [AUDIT_PRESENCE_WAKE, AUDITS_PROJECTOR],
    isWhole: true,
    restMs: REST_MS,
    authorize: (principal, key) => key === principal.accountId && mayListSome(principal),
    head: (principal) => cursorOf(sources, principal),
    async readAfter(principal, _key, cursor) {
      // Before the people: what changes in between comes once more, never not at all.
      const version = await cursorOf(sources, principal);
      if (version <= cursor) return { rows: [], cursor };
      return { rows: [await readPresence(sources, principal)], cursor: version };
    },
  };
}

/** Rises with every move and with every change of an audit: of two that only rise, the sum. */
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

/** Everybody but the reader, once in each audit: the window in a field says more than one on a row. */
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
