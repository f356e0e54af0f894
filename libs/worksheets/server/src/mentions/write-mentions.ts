import type { SealedText } from '@cotejo/audits-contracts';
import type { UserId } from '@cotejo/access-contracts';
import type { ProjectionTransaction } from '@cotejo/projections';
import { noteParts, type NoteEvent } from '@cotejo/worksheets-contracts';
import type { NoteChange } from '../notes/fold-notes.ts';

export const MENTION_TABLE = 'note_mention';

/** A text in a note or its thread. */
interface NoteText extends NoteChange {
  /** Id of the note or of the thread entry. */
  readonly entry: string;
  readonly text: SealedText;
}

/**
 * Writes the mentions of notes. The log has only the seals of texts, so the texts are read from the vault,
 * where they were stored before their event; a redacted text mentions no user.
 */
export async function writeMentions(
  changes: readonly NoteChange[],
  tx: ProjectionTransaction,
): Promise<void> {
  const said = changes.flatMap((change): NoteText[] => {
    const words = wordsOf(change.event);
    return words.text === null ? [] : [{ ...change, entry: words.entry, text: words.text }];
  });
  if (said.length === 0) return;
  const bodies = await tx.query<{ ref: string; body: string }>(
    `select ref, body from vault.text_body b
       join unnest($1::uuid[], $2::uuid[]) s(account_id, ref) using (account_id, ref)
      where b.body like '%@[%'`,
    [said.map(({ account }) => account), said.map(({ text }) => text.ref)],
  );
  const byRef = new Map(bodies.map(({ ref, body }) => [ref, body]));
  const rows = said.flatMap((one) =>
    namedIn(byRef.get(one.text.ref) ?? '').map((user) => ({ ...one, user })),
  );
  if (rows.length === 0) return;
  await tx.query(
    `insert into ${tx.schema}.${MENTION_TABLE}
       (account_id, user_id, audit_id, entry_id, note_id, item_id, text, created_by, created_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::jsonb[],
                          $8::uuid[], $9::timestamptz[])
     on conflict do nothing`,
    [
      rows.map(({ account }) => account),
      rows.map(({ user }) => user),
      rows.map(({ audit }) => audit),
      rows.map(({ entry }) => entry),
      rows.map(({ event }) => event.data.note),
      rows.map(({ event }) => event.data.id),
      rows.map(({ text }) => JSON.stringify(text)),
      rows.map(({ actor }) => actor),
      rows.map(({ at }) => at),
    ],
  );
}

function wordsOf(event: NoteEvent): { readonly entry: string; readonly text: SealedText | null } {
  switch (event.type) {
    case 'NoteAdded':
      return { entry: event.data.note, text: event.data.text };
    case 'NoteReplied':
    case 'NoteAnswered':
      return { entry: event.data.entry, text: event.data.text };
    case 'NoteReopened':
      return { entry: event.data.entry, text: event.data.reason };
    case 'NoteClosed':
      return { entry: event.data.entry, text: null };
  }
}

/** Distinct users mentioned in a text. */
const namedIn = (text: string): readonly UserId[] => [
  ...new Set(noteParts(text).flatMap((part) => (part.kind === 'person' ? [part.id] : []))),
];

/** More than the sequence can advance in the moment that a database crash may roll back. */
const LEAP = 1_000;

/** Advances the sequence beyond all cursors that clients may have received before a crash. */
export async function leapMentions(tx: ProjectionTransaction): Promise<void> {
  await tx.query(`select max(nextval('read.note_mention_changed')) from generate_series(1, ${LEAP})`);
}

/** Renumbers all rows before they replace the live ones: no client's cursor may be above them. */
export async function renewMentions(tx: ProjectionTransaction): Promise<void> {
  await tx.query(`update ${tx.schema}.${MENTION_TABLE} set changed = nextval('read.note_mention_changed')`);
}
