import { Controller, Headers, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import { auditStream } from '@cotejo/audits-contracts';
import { acceptedKinds, kindOfName, type FileKind } from '@cotejo/files/protocol';
import { serveFile } from '@cotejo/files/server';
import { Refusal } from '@cotejo/http/contracts';
import {
  CurrentPrincipal,
  paramsOf,
  queryOf,
  Serves,
  type DataOf,
  type ParamsOf,
  type QueryOf,
} from '@cotejo/http/server';
import { attachmentCalls as calls, worksheetErrors } from '@cotejo/worksheets-contracts';
import type { Request, Response } from 'express';
import { refusalOf } from '../attachments/attachment-uploads.ts';
import { toAttachmentViews } from '../attachments/attachment-views.ts';
import { attachmentsOfItem, evidenceOf, findAttachment } from '../attachments/read-attachments.ts';
import { callIdentity } from './call-identity.ts';
import { WORKSHEETS_SERVICES, type WorksheetsServices } from './worksheets-services.ts';

/** Of a file whose name was redacted. */
const NAMELESS = 'archivo';

/** Files of worksheets: lists, the evidence index, and the bytes. */
@Controller()
export class AttachmentsController {
  constructor(@Inject(WORKSHEETS_SERVICES) private readonly services: WorksheetsServices) {}

  @Serves(calls.ofItem)
  async ofItem(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.ofItem)) { auditId, itemId }: ParamsOf<typeof calls.ofItem>,
  ): Promise<DataOf<typeof calls.ofItem>> {
    const { audits, db } = this.services;
    await audits.item(principal, auditId, itemId);
    const rows = await attachmentsOfItem(db, principal.accountId, auditId, itemId);
    return { adjuntos: await toAttachmentViews(this.services, principal.accountId, rows) };
  }

  @Serves(calls.evidence)
  async evidence(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.evidence)) { auditId }: ParamsOf<typeof calls.evidence>,
    @Query(queryOf(calls.evidence)) query: QueryOf<typeof calls.evidence>,
  ): Promise<DataOf<typeof calls.evidence>> {
    const { audits, db } = this.services;
    await audits.admit(principal, auditId, 'plan.access');
    const rows = await evidenceOf(db, principal.accountId, auditId, query);
    const page = rows.slice(0, query.limite);
    return {
      adjuntos: await toAttachmentViews(this.services, principal.accountId, page),
      hay_mas: rows.length > query.limite,
    };
  }

  @Serves(calls.restore)
  async restore(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.restore)) { auditId, itemId: id, attachmentId }: ParamsOf<typeof calls.restore>,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<DataOf<typeof calls.restore>> {
    const { audits, projection } = this.services;
    const { command } = callIdentity(key, principal);
    await audits.item(principal, auditId, id);
    const intent = { kind: 'restore_attachment', id, attachment: attachmentId };
    const { outcomes, version } = await audits.submit(auditId, principal, [{ intent, base: -1 }], {
      command,
    });
    for (const outcome of outcomes) if (!outcome.ok) throw refusalOf(outcome);
    await projection.waitFor(auditStream(auditId), version);
    return { restaurado: true };
  }

  @Serves(calls.download)
  async download(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.download)) { auditId, attachmentId }: ParamsOf<typeof calls.download>,
    @Query(queryOf(calls.download)) { ver = false }: QueryOf<typeof calls.download>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { audits, db, files } = this.services;
    const { accountId } = principal;
    await audits.admit(principal, auditId, 'plan.access');
    const row = await findAttachment(db, accountId, auditId, attachmentId);
    const [view] = row ? await toAttachmentViews(this.services, accountId, [row]) : [];
    if (!view) throw new Refusal(worksheetErrors, 'attachment_not_found');
    const name = view.nombre_archivo ?? NAMELESS;
    // Packed on the way, neither its length nor its ranges would be those of the file.
    request.headers['accept-encoding'] = 'identity';
    await serveFile(request, response, files, {
      account: accountId,
      sha256: view.sha256,
      name,
      kind: kindOfName(name) ?? kindOfMedia(view.tipo),
      inline: ver,
    });
  }
}

const KINDS = Object.keys(acceptedKinds) as FileKind[];

function kindOfMedia(mediaType: string): FileKind {
  const kind = KINDS.find((one) => acceptedKinds[one].mediaType === mediaType);
  if (!kind) throw new Refusal(worksheetErrors, 'attachment_not_found');
  return kind;
}
