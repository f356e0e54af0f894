import type { Principal } from '@cotejo/access-contracts';
import { auditStream } from '@cotejo/audits-contracts';
import { acceptedKinds, kindOfName, type FileKind } from '@cotejo/files/protocol';
import { serveFile } from '@cotejo/files/server';
import { Refusal } from '@cotejo/http/contracts';
import type { Handlers } from '@cotejo/http/server';
import { worksheetErrors, type attachmentCalls } from '@cotejo/worksheets-contracts';
import { refusalOf } from '../attachments/attachment-uploads.ts';
import { toAttachmentViews } from '../attachments/attachment-views.ts';
import { attachmentsOfItem, evidenceOf, findAttachment } from '../attachments/read-attachments.ts';
import type { WorksheetsServices } from '../worksheets-services.ts';
import { submittedAs } from './notes.ts';

/** File name for a redacted one. */
const NAMELESS = 'archivo';

/** Files of worksheets: lists, the evidence index, and the bytes. */
export function attachmentHandlers(
  services: WorksheetsServices,
): Handlers<typeof attachmentCalls, Principal> {
  const { audits, db, files, projection } = services;
  return {
    ofItem: async ({ principal, params: { auditId, itemId } }) => {
      const { accountId } = principal;
      await audits.item(principal, auditId, itemId);
      const rows = await attachmentsOfItem(db, accountId, auditId, itemId);
      return { adjuntos: await toAttachmentViews(services, accountId, rows) };
    },
    evidence: async ({ principal, params: { auditId }, query }) => {
      const { accountId } = principal;
      await audits.admit(principal, auditId, 'plan.access');
      const rows = await evidenceOf(db, accountId, auditId, query);
      const page = rows.slice(0, query.limite);
      return {
        adjuntos: await toAttachmentViews(services, accountId, page),
        hay_mas: rows.length > query.limite,
      };
    },
    restore: async ({ principal, params: { auditId, itemId: id, attachmentId: attachment }, command }) => {
      await audits.item(principal, auditId, id);
      const envelope = { intent: { kind: 'restore_attachment', id, attachment }, base: -1 };
      const { outcomes, version } = await audits.submit(auditId, principal, [envelope], submittedAs(command));
      for (const outcome of outcomes) if (!outcome.ok) throw refusalOf(outcome);
      await projection.waitFor(auditStream(auditId), version);
      return { restaurado: true };
    },
    download: async ({ principal, params: { auditId, attachmentId }, query, request, response }) => {
      const { accountId: account } = principal;
      await audits.admit(principal, auditId, 'plan.access');
      const row = await findAttachment(db, account, auditId, attachmentId);
      const [view] = row ? await toAttachmentViews(services, account, [row]) : [];
      if (!view) throw new Refusal(worksheetErrors, 'attachment_not_found');
      const { sha256, tipo, nombre_archivo: name } = view;
      const kind = kindOfName(name ?? NAMELESS) ?? kindOfMedia(tipo);
      // Compression in transit would invalidate the file's length and ranges.
      request.headers['accept-encoding'] = 'identity';
      const file = { account, sha256, name: name ?? NAMELESS, kind, inline: query.ver ?? false };
      await serveFile(request, response, files, file);
    },
  };
}

const KINDS = Object.keys(acceptedKinds) as FileKind[];

function kindOfMedia(mediaType: string): FileKind {
  const kind = KINDS.find((one) => acceptedKinds[one].mediaType === mediaType);
  if (!kind) throw new Refusal(worksheetErrors, 'attachment_not_found');
  return kind;
}
