import { Body, Controller, Get, Headers, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import type { PermissionKey, Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  auditId,
  auditStream,
  type AuditId,
  type ItemId,
  type Rejection,
} from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import {
  CurrentPrincipal,
  Requires,
  RequiresInPlan,
  zodBody,
  zodParams,
  zodQuery,
} from '@cotejo/http/server';
import {
  addNoteBody,
  answerBody,
  closeBody,
  CONTRACT_NOTE_STATUS,
  listNotesQuery,
  noteEntryId,
  noteErrors,
  noteId,
  noteStatus,
  sayBody,
  type AddNoteBody,
  type AnswerBody,
  type CloseBody,
  type ListNotesQuery,
  type NoteEntryId,
  type NoteId,
  type NoteIntent,
  type NoteView,
  type SayBody,
} from '@cotejo/worksheets-contracts';
import { z } from 'zod';
import { toNoteViews } from '../notes/note-views.ts';
import { findNote, listNotes } from '../notes/read-notes.ts';
import { callIdentity, type CallIdentity } from './call-identity.ts';
import { WORKSHEETS_SERVICES, type WorksheetsServices } from './worksheets-services.ts';

const auditParams = z.object({ id: auditId });
type AuditParams = z.infer<typeof auditParams>;
const noteParams = z.object({ id: auditId, note: noteId });
type NoteParams = z.infer<typeof noteParams>;

/** A note as a call leaves it; without it when it is not readable yet. */
export type WrittenNote =
  (NoteView & { readonly projected: true }) | { readonly id: NoteId; readonly projected: false };

/** What writing asks, by the own role or as the team lends it: as the room does. */
const NOTES: readonly PermissionKey[] = ['plan.note__add'];

/** Review notes of an audit. Writing goes the way of everybody, through the audit's room. */
@Controller('proyecto/riesgo/auditoria/:id/notas')
export class NotesController {
  constructor(@Inject(WORKSHEETS_SERVICES) private readonly services: WorksheetsServices) {}

  /** The notes of the audit, but for those of items in the trash; oldest first. */
  @Get()
  @Requires('plan.access')
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(auditParams)) { id }: AuditParams,
    @Query(zodQuery(listNotesQuery)) { item, estado, autor, campo, menciona }: ListNotesQuery,
  ): Promise<NoteView[]> {
    const { audits, db } = this.services;
    await audits.admit(principal, id, 'plan.access');
    const status = noteStatus.options.find((one) => CONTRACT_NOTE_STATUS[one] === estado);
    const rows = await listNotes(db, principal.accountId, id, {
      ...{ item, status, author: autor, field: campo, names: menciona },
    });
    return toNoteViews(this.services, principal.accountId, rows);
  }

  @Get(':note')
  @Requires('plan.access')
  async one(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(noteParams)) { id, note }: NoteParams,
  ): Promise<NoteView> {
    const { audits, db } = this.services;
    await audits.admit(principal, id, 'plan.access');
    const rows = await listNotes(db, principal.accountId, id, { note });
    const [view] = await toNoteViews(this.services, principal.accountId, rows);
    if (!view) throw new Refusal(noteErrors, 'note_not_found');
    return view;
  }

  /** Leaves a note on an item, or on a field of its worksheet. */
  @Post()
  @RequiresInPlan('plan.access', NOTES)
  async add(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(auditParams)) { id }: AuditParams,
    @Body(zodBody(addNoteBody)) body: AddNoteBody,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<WrittenNote> {
    const call = callIdentity(key, principal);
    await this.services.audits.admit(principal, id, 'plan.access');
    const note = body.id ?? noteId.parse(call.id);
    const { modelo_id: item, campo: field = null, descripcion: text } = body;
    return this.write(principal, id, { kind: 'add_note', id: item, note, field, text }, call);
  }

  /** Says something about it. */
  @Post(':note/actions/comentar')
  @HttpCode(200)
  @RequiresInPlan('plan.access', NOTES)
  comment(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(noteParams)) params: NoteParams,
    @Body(zodBody(sayBody)) body: SayBody,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<WrittenNote> {
    return this.followUp(principal, params, body.id, key, (said) => ({
      kind: 'reply_note',
      ...said,
      text: body.descripcion,
    }));
  }

  /** Says that it is done, with or without words. */
  @Post(':note/actions/responder')
  @HttpCode(200)
  @RequiresInPlan('plan.access', NOTES)
  answer(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(noteParams)) params: NoteParams,
    @Body(zodBody(answerBody)) body: AnswerBody,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<WrittenNote> {
    return this.followUp(principal, params, body.id, key, (said) => ({
      kind: 'answer_note',
      ...said,
      text: body.descripcion ?? null,
    }));
  }

  /** By its author or a reviewer: the room knows who that is. */
  @Post(':note/actions/cerrar')
  @HttpCode(200)
  @RequiresInPlan('plan.access', NOTES)
  close(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(noteParams)) params: NoteParams,
    @Body(zodBody(closeBody)) body: CloseBody,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<WrittenNote> {
    return this.followUp(principal, params, body.id, key, (said) => ({ kind: 'close_note', ...said }));
  }

  /** The same; `descripcion` is the reason. */
  @Post(':note/actions/reabrir')
  @HttpCode(200)
  @RequiresInPlan('plan.access', NOTES)
  reopen(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(noteParams)) params: NoteParams,
    @Body(zodBody(sayBody)) body: SayBody,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<WrittenNote> {
    return this.followUp(principal, params, body.id, key, (said) => ({
      kind: 'reopen_note',
      ...said,
      reason: body.descripcion,
    }));
  }

  /** What is done to a note that is there. */
  private async followUp(
    principal: Principal,
    { id, note }: NoteParams,
    given: NoteEntryId | undefined,
    key: string | undefined,
    intentOf: (said: { id: ItemId; note: NoteId; entry: NoteEntryId }) => NoteIntent,
  ): Promise<WrittenNote> {
    const call = callIdentity(key, principal);
    const { audits, db } = this.services;
    await audits.admit(principal, id, 'plan.access');
    const row = await findNote(db, principal.accountId, id, note);
    if (!row) throw new Refusal(noteErrors, 'note_not_found');
    const entry = given ?? noteEntryId.parse(call.id);
    return this.write(principal, id, intentOf({ id: row.itemId, note, entry }), call);
  }

  private async write(
    principal: Principal,
    id: AuditId,
    intent: NoteIntent,
    { command }: CallIdentity,
  ): Promise<WrittenNote> {
    const { audits, projection } = this.services;
    const { note } = intent;
    // Slices compare nothing with what the caller had seen.
    const envelope = { intent, base: -1 };
    const { outcomes, version } = await audits.submit(id, principal, [envelope], { command });
    for (const outcome of outcomes) if (!outcome.ok) throw refusalOf(outcome);
    const isReadable = await projection.waitFor(auditStream(id), version);
    const view = isReadable ? await this.read(principal, id, note) : null;
    return view ? { ...view, projected: true } : { id: note, projected: false };
  }

  private async read({ accountId }: Principal, id: AuditId, note: NoteId): Promise<NoteView | null> {
    const row = await findNote(this.services.db, accountId, id, note);
    const [view = null] = row ? await toNoteViews(this.services, accountId, [row]) : [];
    return view;
  }
}

/** In the words of whoever owns the code. */
function refusalOf({ code, params = {} }: Rejection): Refusal {
  return new Refusal(code in noteErrors.errors ? noteErrors : auditErrors, code, { params });
}
