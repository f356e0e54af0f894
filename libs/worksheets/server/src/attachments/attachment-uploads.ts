import type { IncomingMessage } from 'node:http';
import type { AccessDirectory, AccountId, Principal, UserId } from '@cotejo/access-contracts';
import {
  auditErrors,
  auditStream,
  type AuditCommands,
  type AuditQueries,
  type Rejection,
} from '@cotejo/audits-contracts';
import type { FinishedUpload } from '@cotejo/files/server';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import type { ProjectionRunner } from '@cotejo/projections';
import type { Asker, UploadPlaces } from '@cotejo/record/server';
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

/** Milliseconds that the final request of an upload waits for its attachment to be readable. */
const READABLE_MS = 5_000;

export interface AttachmentUploadsOptions extends AttachmentSources {
  readonly audits: Pick<AuditQueries, 'hold'> & Pick<AuditCommands, 'submit'>;
  readonly directory: AccessDirectory;
  readonly db: Pick<DataSource, 'query'>;
  /** Runner of the worksheets projector. */
  readonly projection: Pick<ProjectionRunner, 'waitFor'>;
  /** Whether the user has the right to upload. */
  readonly mayUpload: (principal: Principal) => boolean;
}

/** Connects uploads of worksheet files to the rules of their audits. */
export class AttachmentUploads implements UploadPlaces {
  constructor(private readonly options: AttachmentUploadsOptions) {}

  takes(target: string): boolean {
    return readAttachmentTarget(target) !== null;
  }

  async authorize(asker: Asker, target: string, request: IncomingMessage): Promise<void> {
    const principal = asker as Principal;
    if (!this.options.mayUpload(principal)) throw new Refusal(httpErrors, 'access_not_authorized');
    const told = targetOf(target);
    const held = await this.options.audits.hold(told.audit);
    if (!held) throw new Refusal(auditErrors, 'audit_not_found');
    try {
      const admission = held.admission(principal);
      if (!admission.ok) throw refusedEntry(admission.why);
      const refused = held.judge(principal, intentOf(told, EXAMPLE));
      if (refused) throw refusalOf(refused);
      // Only before the first byte: on a repeated final request the new version exists and already counts as
      // the replacement.
      const isNew = request.method === 'POST' && held.typeOf(told.item) !== 'reference';
      const code = isNew && refusedReplacement(attachmentsIn(held, told.item), told.replaces);
      if (code) throw refusalOf({ code });
    } finally {
      held.release();
    }
  }

  /** Submits the attachment in the uploader's name, with the uploader's rights at the end. Idempotent. */
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
    // The attachment is stored; a repeated request answers it once readable.
    if (!view) throw new Refusal(httpErrors, 'unavailable');
    return view;
  };
}

type FileOfUpload = Pick<FinishedUpload, 'id' | 'name' | 'sha256' | 'bytes' | 'mediaType'>;

/** Placeholder for asking the rules before the file exists. */
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

/** A forbidden audit is answered like a missing one, so that the answer does not reveal which ids exist. */
function refusedEntry(why: 'session-ended' | 'unknown' | 'forbidden'): Refusal {
  return why === 'session-ended'
    ? new Refusal(httpErrors, 'not_authenticated')
    : new Refusal(auditErrors, 'audit_not_found');
}

/** Refusal from the catalogue that owns the code. */
export function refusalOf({ code, params = {} }: Rejection): Refusal {
  return new Refusal(code in worksheetErrors.errors ? worksheetErrors : auditErrors, code, { params });
}
