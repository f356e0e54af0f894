import type { IncomingMessage } from 'node:http';
import type { AccessDirectory, AccountId, Principal, UserId } from '@cotejo/access-contracts';
import {
  auditErrors,
  auditStream,
  type AuditCommands,
  type AuditQueries,
  type Rejection,
} from '@cotejo/audits-contracts';
import type { FinishedUpload, Uploader } from '@cotejo/files/server';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import type { ProjectionRunner } from '@cotejo/projections';
import {
  attachmentId,
  readAttachmentTarget,
  worksheetErrors,
  type AttachmentIntent,
  type AttachmentTarget,
  type AttachmentView,
} from '@cotejo/worksheets-contracts';
import { attachmentsIn, refusedReplacement } from '@cotejo/worksheets-domain';
import type { DataSource } from 'typeorm';
import { toAttachmentViews, type AttachmentSources } from './attachment-views.ts';
import { findAttachment } from './read-attachments.ts';

/** Milliseconds that the last piece of an upload waits for its attachment to be readable. */
const READABLE_MS = 5_000;

export interface AttachmentUploadsOptions extends AttachmentSources {
  readonly audits: Pick<AuditQueries, 'hold'> & Pick<AuditCommands, 'submit'>;
  readonly directory: AccessDirectory;
  readonly db: Pick<DataSource, 'query'>;
  /** Runner of the worksheets projector. */
  readonly projection: Pick<ProjectionRunner, 'waitFor'>;
  /** The person behind a request, let in at this door. @throws Refusal for nobody that is known */
  readonly authenticate: (request: IncomingMessage) => Promise<Principal>;
}

/** What uploads of files of worksheets ask of the audits that they are for. */
export class AttachmentUploads {
  private readonly principals = new WeakMap<IncomingMessage, Principal>();

  constructor(private readonly options: AttachmentUploadsOptions) {}

  readonly identify = async (request: IncomingMessage): Promise<Uploader> => {
    const principal = await this.options.authenticate(request);
    this.principals.set(request, principal);
    return { account: principal.accountId, user: principal.userId };
  };

  /** Before a byte is taken, and with each piece. */
  readonly authorize = async (_: Uploader, target: string, request: IncomingMessage): Promise<void> => {
    const principal = this.principals.get(request);
    if (!principal) throw new Refusal(httpErrors, 'not_authenticated');
    const told = targetOf(target);
    const held = await this.options.audits.hold(told.audit);
    if (!held) throw new Refusal(auditErrors, 'audit_not_found');
    try {
      const admission = held.admission(principal);
      if (!admission.ok) throw refusedEntry(admission.why);
      const refused = held.judge(principal, intentOf(told, EXAMPLE));
      if (refused) throw refusalOf(refused);
      // Only before the first byte: once it is there, the new version itself is what replaced the other.
      const isNew = request.method === 'POST' && held.typeOf(told.item) !== 'reference';
      const code = isNew && refusedReplacement(attachmentsIn(held, told.item), told.replaces);
      if (code) throw refusalOf({ code });
    } finally {
      held.release();
    }
  };

  /** In the name of whoever uploaded it, by the rights that they have at the end. Again, it changes nothing. */
  readonly finished = async (upload: FinishedUpload): Promise<AttachmentView> => {
    const { audits, directory, projection, db } = this.options;
    const told = targetOf(upload.target);
    const principal = directory.principalOf(upload.account as AccountId, upload.user as UserId);
    if (!principal) throw new Refusal(httpErrors, 'access_not_authorized');
    const { outcomes, version } = await audits.submit(
      told.audit,
      principal,
      [{ intent: intentOf(told, upload), base: -1 }],
      { command: upload.id },
    );
    for (const outcome of outcomes) if (!outcome.ok) throw refusalOf(outcome);
    await projection.waitFor(auditStream(told.audit), version, READABLE_MS);
    const row = await findAttachment(db, principal.accountId, told.audit, attachmentId.parse(upload.id));
    const [view] = row ? await toAttachmentViews(this.options, principal.accountId, [row]) : [];
    // It is there; whoever asks again is told as soon as it can be read.
    if (!view) throw new Refusal(httpErrors, 'unavailable');
    return view;
  };
}

type FileOfUpload = Pick<FinishedUpload, 'id' | 'name' | 'sha256' | 'bytes' | 'mediaType'>;

/** For asking the rules before there is anything. */
const EXAMPLE: FileOfUpload = {
  id: '00000000-0000-4000-8000-000000000000',
  name: '-',
  sha256: '0'.repeat(64),
  bytes: 1,
  mediaType: 'application/pdf',
};

function intentOf(
  { item, field, replaces }: AttachmentTarget,
  { id, name, sha256, bytes, mediaType }: FileOfUpload,
): Extract<AttachmentIntent, { kind: 'add_attachment' }> {
  const file = { sha256, bytes, mime: mediaType };
  return {
    kind: 'add_attachment',
    id: item,
    attachment: attachmentId.parse(id),
    field,
    name,
    file,
    replaces,
  };
}

function targetOf(text: string): AttachmentTarget {
  const target = readAttachmentTarget(text);
  if (!target) throw new Refusal(httpErrors, 'invalid_request');
  return target;
}

/** An audit that the person may not open looks like one that is not there: the answer must not tell which ids exist. */
function refusedEntry(why: 'session-ended' | 'unknown' | 'forbidden'): Refusal {
  return why === 'session-ended'
    ? new Refusal(httpErrors, 'not_authenticated')
    : new Refusal(auditErrors, 'audit_not_found');
}

/** In the words of whoever owns the code. */
export function refusalOf({ code, params = {} }: Rejection): Refusal {
  return new Refusal(code in worksheetErrors.errors ? worksheetErrors : auditErrors, code, { params });
}
