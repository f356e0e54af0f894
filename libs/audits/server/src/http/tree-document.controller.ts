import { Controller, Get, Inject, Param, Req, Res, StreamableFile } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import { auditErrors, auditId, TREE_DOCUMENT_HEADERS, type AuditId } from '@cotejo/audits-contracts';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { CurrentPrincipal, RawAnswer, Requires, zodParams } from '@cotejo/http/server';
import { z } from 'zod';
import type { AuditRoom } from '../room/audit-room.ts';
import { copyEncodedAs, type CopyEncoding } from '../room/document-copies.ts';
import { admissionTo } from '../room/room-admission.ts';
import { mayList } from './audit-policy.ts';
import { AUDITS_SERVICES, type AuditsServices } from './audits-services.ts';

const auditParams = z.object({ id: auditId });

/** What of the framework's request and answer is of use here. */
interface Asked {
  readonly headers: { readonly 'if-none-match'?: string };
  acceptsEncodings(encoding: string): string | false;
}
interface Answer {
  set(headers: Readonly<Record<string, string>>): unknown;
  status(code: number): unknown;
}

/** The tree document whole, for a browser that has none: compressed once for all, which a socket's frames are not. */
@Controller('proyecto/riesgo/auditoria/:id')
export class TreeDocumentController {
  constructor(@Inject(AUDITS_SERVICES) private readonly services: AuditsServices) {}

  /**
   * A Yjs update; headers say of which document, up to which version and with which chain link. It may be a
   * little behind: the room's socket brings the difference to whoever says what it holds.
   */
  @Get('documento')
  @Requires('plan.access')
  @RawAnswer()
  async document(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(auditParams)) { id }: z.infer<typeof auditParams>,
    @Req() request: Asked,
    @Res({ passthrough: true }) response: Answer,
  ): Promise<StreamableFile | undefined> {
    const room = await this.admit(principal, id);
    const copy = await room.copy();
    const { documentId, version, link } = copy;
    const encoding = encodingFor(request);
    // Weak: the same document in whichever encoding.
    const tag = `W/"${documentId}.${version}"`;
    response.set({
      ETag: tag,
      Vary: 'Accept-Encoding',
      [TREE_DOCUMENT_HEADERS.document]: documentId,
      [TREE_DOCUMENT_HEADERS.version]: String(version),
      [TREE_DOCUMENT_HEADERS.link]: link,
    });
    if (names(request.headers['if-none-match'], tag)) {
      response.status(304);
      return undefined;
    }
    const bytes = await copyEncodedAs(copy, encoding);
    if (encoding !== 'identity') response.set({ 'Content-Encoding': encoding });
    return new StreamableFile(bytes, { type: 'application/octet-stream', length: bytes.length });
  }

  /**
   * By the room's own knowledge, as its socket judges: no table is asked.
   * @throws Refusal `audit_not_found`, `access_not_authorized`
   */
  private async admit(principal: Principal, id: AuditId): Promise<AuditRoom> {
    const room = await this.services.rooms.room(id);
    const admission = admissionTo(room, principal);
    if (!room || admission === 'unknown') throw new Refusal(auditErrors, 'audit_not_found');
    const { createdBy, recordType, team } = room.state;
    const ownRole = team.get(principal.userId) ?? null;
    if (!mayList(principal, { createdBy, recordType, ownRole }))
      throw new Refusal(auditErrors, 'audit_not_found');
    if (admission === 'forbidden') throw new Refusal(httpErrors, 'access_not_authorized');
    return room;
  }
}

/** Brotli wherever it is read, in whichever order a client names what it reads. */
function encodingFor(request: Asked): CopyEncoding {
  if (request.acceptsEncodings('br')) return 'br';
  return request.acceptsEncodings('gzip') ? 'gzip' : 'identity';
}

/**
 * Whether a client has what this tag names (RFC 9110, 13.1.2: compared weakly, `*` is anything); a
 * `Cache-Control` that its machinery adds does not change that.
 */
function names(known: string | undefined, tag: string): boolean {
  if (known === undefined) return false;
  const opaque = tag.replace(WEAK, '');
  return known.trim() === '*' || (known.match(TAGS) ?? []).some((one) => one.replace(WEAK, '') === opaque);
}

const WEAK = /^W\//;
const TAGS = /(?:W\/)?"[^"]*"/g;
