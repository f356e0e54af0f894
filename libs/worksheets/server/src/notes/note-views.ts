import type { SealedText } from '@cotejo/audits-contracts';
import type { AccessDirectory, AccountId, UserId } from '@cotejo/access-contracts';
import { dayIn } from '@cotejo/i18n';
import {
  CONTRACT_NOTE_STATUS,
  type NoteEntryKind,
  type NotePerson,
  type NoteView,
} from '@cotejo/worksheets-contracts';
import type { TextVault } from '../texts/text-vault.ts';
import type { ReviewNoteRow } from './fold-notes.ts';
import type { NoteEntry } from './review-note.entity.ts';

const CONTRACT_ENTRY: Readonly<Record<NoteEntry['kind'], NoteEntryKind>> = {
  reply: 'COMENTARIO',
  answer: 'RESPUESTA',
  close: 'CIERRE',
  reopen: 'REAPERTURA',
};

/** Sources of note views. */
export interface NoteSources {
  readonly vault: TextVault;
  readonly directory: AccessDirectory;
}

/**
 * Notes as contract views, with texts and user names.
 * @throws AlteredText when a text does not match its seal: no view is better than a false one
 */
export async function toNoteViews(
  { vault, directory }: NoteSources,
  account: AccountId,
  rows: readonly ReviewNoteRow[],
): Promise<NoteView[]> {
  const seals = rows.flatMap(({ text, entries }) => [text, ...entries.flatMap((entry) => entry.text ?? [])]);
  const bodies = await vault.open(account, seals);
  const words = (seal: SealedText | null) => ({
    descripcion: seal === null ? null : (bodies.get(seal.ref) ?? null),
  });
  const person = (id: UserId): NotePerson => {
    const known = directory.person(account, id);
    return {
      id,
      name: known ? `${known.firstName} ${known.lastName}`.trim() : '',
      sigla: known?.initials ?? '',
    };
  };
  const zone = directory.timeZone(account);
  const when = (at: string) => ({ created_at: dayIn(zone, new Date(at)), momento: at });

  return rows.map((row) => ({
    id: row.noteId,
    status: CONTRACT_NOTE_STATUS[row.status],
    created_by: person(row.createdBy),
    ...words(row.text),
    ...when(row.createdAt),
    comentarios: row.entries.map(({ id, kind, by, at, text }) => ({
      id,
      tipo: CONTRACT_ENTRY[kind],
      ...words(text),
      created_by: person(by),
      ...when(at),
    })),
    firmas: {
      completado: signersOf(row.entries, 'answer').map(person),
      revisado: signersOf(row.entries, 'close').map(person),
    },
    modelo_id: row.itemId,
    campo: row.field,
    orden: row.added,
    version: row.version,
  }));
}

/** Authors of current answers or closings: those before the last reopening no longer count. */
function signersOf(entries: readonly NoteEntry[], kind: 'answer' | 'close'): readonly UserId[] {
  const since = entries.findLastIndex((entry) => entry.kind === 'reopen') + 1;
  const by = entries.slice(since).flatMap((entry) => (entry.kind === kind ? [entry.by] : []));
  return [...new Set(by)];
}
