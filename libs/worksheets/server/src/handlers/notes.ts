import type { Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  auditStream,
  type AuditId,
  type ItemId,
  type Rejection,
} from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import type { Command, Handlers } from '@cotejo/http/server';
import {
  CONTRACT_NOTE_STATUS,
  noteEntryId,
  noteErrors,
  noteId,
  noteStatus,
  type noteCalls,
  type NoteEntryId,
  type NoteId,
  type NoteIntent,
  type NoteView,
  type WrittenNote,
} from '@cotejo/worksheets-contracts';
import { toNoteViews } from '../notes/note-views.ts';
import { findNote, listNotes } from '../notes/read-notes.ts';
import type { WorksheetsServices } from '../worksheets-services.ts';

/** A call about one note; its body may contain the id of the new thread entry. */
interface NoteChange {
  readonly principal: Principal;
  readonly params: { readonly id: AuditId; readonly note: NoteId };
  readonly body: { readonly id?: NoteEntryId | undefined };
  readonly command: Command;
}

/** Review notes of an audit. */
export function noteHandlers(services: WorksheetsServices): Handlers<typeof noteCalls, Principal> {
  const { audits, db } = services;
  const followUp = async (
    { principal, params: { id, note }, body, command }: NoteChange,
    intentOf: (said: { id: ItemId; note: NoteId; entry: NoteEntryId }) => NoteIntent,
  ): Promise<WrittenNote> => {
    await audits.admit(principal, id, 'plan.access');
    const row = await findNote(db, principal.accountId, id, note);
    if (!row) throw new Refusal(noteErrors, 'note_not_found');
    const entry = body.id ?? noteEntryId.parse(command.id);
    return write(services, principal, id, intentOf({ id: row.itemId, note, entry }), command);
  };
  return {
    list: async ({ principal, params: { id }, query: { item, estado, autor, campo, menciona } }) => {
      await audits.admit(principal, id, 'plan.access');
      const status = noteStatus.options.find((one) => CONTRACT_NOTE_STATUS[one] === estado);
      const rows = await listNotes(db, principal.accountId, id, {
        ...{ item, status, author: autor, field: campo, names: menciona },
      });
      return toNoteViews(services, principal.accountId, rows);
    },
    one: async ({ principal, params: { id, note } }) => {
      await audits.admit(principal, id, 'plan.access');
      const rows = await listNotes(db, principal.accountId, id, { note });
      const [view] = await toNoteViews(services, principal.accountId, rows);
      if (!view) throw new Refusal(noteErrors, 'note_not_found');
      return view;
    },
    add: async ({ principal, params: { id }, body, command }) => {
      await audits.admit(principal, id, 'plan.access');
      const note = body.id ?? noteId.parse(command.id);
      const { modelo_id: item, campo: field = null, descripcion: text } = body;
      return write(services, principal, id, { kind: 'add_note', id: item, note, field, text }, command);
    },
    comment: (asked) =>
      followUp(asked, (said) => ({ kind: 'reply_note', ...said, text: asked.body.descripcion })),
    answer: (asked) =>
      followUp(asked, (said) => ({ kind: 'answer_note', ...said, text: asked.body.descripcion ?? null })),
    close: (asked) => followUp(asked, (said) => ({ kind: 'close_note', ...said })),
    reopen: (asked) =>
      followUp(asked, (said) => ({ kind: 'reopen_note', ...said, reason: asked.body.descripcion })),
  };
}

async function write(
  services: WorksheetsServices,
  principal: Principal,
  id: AuditId,
  intent: NoteIntent,
  command: Command,
): Promise<WrittenNote> {
  const { audits, projection } = services;
  // Base -1: slices of notes do not compare with the caller's version.
  const envelope = { intent, base: -1 };
  const { outcomes, version } = await audits.submit(id, principal, [envelope], submittedAs(command));
  for (const outcome of outcomes) if (!outcome.ok) throw refusalOf(outcome);
  const isReadable = await projection.waitFor(auditStream(id), version);
  const view = isReadable ? await read(services, principal, id, intent.note) : null;
  return view ? { ...view, projected: true } : { id: intent.note, projected: false };
}

/**
 * Command id of a submission, so that a repeated call finds the first one; without an idempotency key every
 * call is new.
 */
export const submittedAs = ({ id, isRepeatable }: Command) => ({ command: isRepeatable ? id : undefined });

async function read(
  services: WorksheetsServices,
  { accountId }: Principal,
  id: AuditId,
  note: NoteId,
): Promise<NoteView | null> {
  const row = await findNote(services.db, accountId, id, note);
  const [view = null] = row ? await toNoteViews(services, accountId, [row]) : [];
  return view;
}

/** Refusal from the catalogue that owns the code. */
function refusalOf({ code, params = {} }: Rejection): Refusal {
  return new Refusal(code in noteErrors.errors ? noteErrors : auditErrors, code, { params });
}
