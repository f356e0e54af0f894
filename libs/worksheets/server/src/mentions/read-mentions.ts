import type { AccountId, Principal, UserId } from '@cotejo/access-contracts';
import { CONTRACT_ITEM_TYPE, type AuditQueries, type SealedText } from '@cotejo/audits-contracts';
import {
  MOST_MENTIONS,
  noteParts,
  type MentionList,
  type MentionRef,
  type NotePerson,
} from '@cotejo/worksheets-contracts';
import type { DataSource } from 'typeorm';
import type { NoteSources } from '../notes/note-views.ts';
import { personOf } from '../person-of.ts';
import type { NoteMentionEntity } from './note-mention.entity.ts';

type Database = Pick<DataSource, 'query'>;
type Reader = Pick<Principal, 'accountId' | 'userId'>;

export interface MentionSources extends NoteSources {
  readonly db: Database;
  readonly audits: Pick<AuditQueries, 'openPlaces'>;
}

type MentionRow = Omit<NoteMentionEntity, 'accountId' | 'userId' | 'changed'> & {
  readonly field: string | null;
  readonly isRead: boolean;
};

/** Number of newest mentions that are checked for the reader's access. */
const LOOKED_THROUGH = 4 * MOST_MENTIONS;

/**
 * Mentions of the reader by others, newest first. Those on items that the reader may no longer open are
 * neither listed nor counted.
 */
export async function readMentions(sources: MentionSources, reader: Principal): Promise<MentionList> {
  const rows = await newestRows(sources.db, reader);
  const places = await sources.audits.openPlaces(
    reader,
    rows.map(({ auditId, itemId }) => ({ audit: auditId, item: itemId })),
  );
  const open = new Map(places.map((place) => [`${place.audit.id} ${place.item.id}`, place]));
  const bodies = await intactBodies(
    sources.vault,
    reader.accountId,
    rows.map(({ text }) => text),
  );
  const shown = rows
    .flatMap((row) => {
      const place = open.get(`${row.auditId} ${row.itemId}`);
      const text = bodies.get(row.text.ref);
      // A redacted text mentions no user.
      return place && text != null ? [{ row, place, text }] : [];
    })
    .slice(0, MOST_MENTIONS);
  const person = personOf(sources.directory, reader.accountId);
  return {
    menciones: shown.map(({ row, text, place: { audit, item } }) => ({
      id: row.entryId,
      nota: row.noteId,
      auditoria: { id: audit.id, codigo: audit.code, nombre: audit.name },
      item: { id: item.id, item_tipo: CONTRACT_ITEM_TYPE[item.type], codigo: item.code, nombre: item.name },
      campo: row.field,
      created_by: person(row.createdBy),
      extracto: beginningOf(text, person),
      momento: row.createdAt,
      leida: row.isRead,
    })),
    sin_leer: shown.filter(({ row }) => !row.isRead).length,
  };
}

/** An altered text is omitted without affecting the others. */
async function intactBodies(
  vault: NoteSources['vault'],
  account: AccountId,
  seals: readonly SealedText[],
): Promise<ReadonlyMap<string, string | null>> {
  const states = await vault.verify(account, seals);
  return vault.open(
    account,
    seals.filter((_, at) => states[at] === 'intact'),
  );
}

/** Maximum characters of an excerpt. */
const LONGEST = 180;

/** Beginning of a text, with mentions replaced by names. */
function beginningOf(text: string, person: (id: UserId) => NotePerson): string {
  const said = noteParts(text)
    .map((part) => (part.kind === 'words' ? part.text : `@${person(part.id).name}`))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
  return said.length <= LONGEST
    ? said
    : `${[...said]
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`;
}

function newestRows(db: Database, { accountId, userId }: Reader): Promise<MentionRow[]> {
  return db.query<MentionRow[]>(
    `select m.audit_id as "auditId", m.entry_id as "entryId", m.note_id as "noteId", m.item_id as "itemId",
            m.text, m.created_by as "createdBy", to_json(m.created_at)#>>'{}' as "createdAt", n.field,
            s.entry_id is not null as "isRead"
       from read.note_mention m
       join read.review_note n
         on n.account_id = m.account_id and n.audit_id = m.audit_id and n.note_id = m.note_id
       left join vault.seen_mention s
         on s.account_id = m.account_id and s.user_id = m.user_id and s.audit_id = m.audit_id
        and s.entry_id = m.entry_id
      where m.account_id = $1 and m.user_id = $2 and m.created_by <> m.user_id
      order by m.created_at desc, m.changed desc limit $3`,
    [accountId, userId, LOOKED_THROUGH],
  );
}

/** Records that the reader opened these mentions; null = all. Mentions of other users are ignored. */
export async function markSeen(
  db: Database,
  { accountId, userId }: Reader,
  opened: readonly MentionRef[] | null,
  now: Date,
): Promise<void> {
  await db.query(
    `insert into vault.seen_mention (account_id, user_id, audit_id, entry_id, seen_at)
     select m.account_id, m.user_id, m.audit_id, m.entry_id, $3 from read.note_mention m
      where m.account_id = $1 and m.user_id = $2
        and ($4::uuid[] is null
             or (m.audit_id, m.entry_id) in (select * from unnest($4::uuid[], $5::uuid[])))
     on conflict do nothing`,
    [
      accountId,
      userId,
      now,
      opened?.map(({ auditoria }) => auditoria) ?? null,
      opened?.map(({ id }) => id) ?? null,
    ],
  );
}
