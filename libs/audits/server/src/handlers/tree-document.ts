import type { Principal } from '@cotejo/access-contracts';
import { auditErrors, TREE_DOCUMENT_HEADERS, type treeDocumentCalls } from '@cotejo/audits-contracts';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { Answer, fileAnswer, type Handlers, type KnownRequest } from '@cotejo/http/server';
import type { AuditsServices } from '../audits-services.ts';
import { mayList } from '../policy/audit-policy.ts';
import type { AuditRoom } from '../room/audit-room.ts';
import { copyEncodedAs, type CopyEncoding } from '../room/document-copies.ts';
import { admissionTo } from '../room/room-admission.ts';

/** The tree document whole: compressed once for all, which a socket's frames are not. */
export const treeDocumentHandlers = ({
  rooms,
}: AuditsServices): Handlers<typeof treeDocumentCalls, Principal> => ({
  /** It may be a little behind: the room's socket brings the difference to clients that say what they hold. */
  document: async ({ principal, params: { id }, request }) => {
    const room = admit(await rooms.room(id), principal);
    const copy = await room.copy();
    const { documentId, version, link } = copy;
    const encoding = encodingFor(request);
    // Weak: the same document in whichever encoding.
    const tag = `W/"${documentId}.${version}"`;
    const headers = {
      ETag: tag,
      Vary: 'Accept-Encoding',
      [TREE_DOCUMENT_HEADERS.document]: documentId,
      [TREE_DOCUMENT_HEADERS.version]: String(version),
      [TREE_DOCUMENT_HEADERS.link]: link,
    };
    if (names(request.headers['if-none-match'], tag)) return new Answer(undefined, headers, 304);
    return fileAnswer(
      await copyEncodedAs(copy, encoding),
      { type: 'application/octet-stream' },
      { ...headers, ...(encoding !== 'identity' && { 'Content-Encoding': encoding }) },
    );
  },
});

/**
 * By the room's own knowledge, as its socket judges: no table is asked.
 * @throws Refusal `audit_not_found`, `access_not_authorized`
 */
function admit(room: AuditRoom | null, principal: Principal): AuditRoom {
  const admission = admissionTo(room, principal);
  if (!room || admission === 'unknown') throw new Refusal(auditErrors, 'audit_not_found');
  const { createdBy, recordType, team } = room.state;
  const ownRole = team.get(principal.userId) ?? null;
  if (!mayList(principal, { createdBy, recordType, ownRole }))
    throw new Refusal(auditErrors, 'audit_not_found');
  if (admission === 'forbidden') throw new Refusal(httpErrors, 'access_not_authorized');
  return room;
}

/** Brotli wherever it is read, in whichever order a client names what it reads. */
function encodingFor(request: KnownRequest): CopyEncoding {
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
