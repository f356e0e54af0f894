import type { Principal } from '@cotejo/access-contracts';
import { auditErrors, TREE_DOCUMENT_HEADERS, type treeDocumentCalls } from '@cotejo/audits-contracts';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { Answer, fileAnswer, type Handlers, type KnownRequest } from '@cotejo/http/server';
import type { AuditsServices } from '../audits-services.ts';
import { mayList } from '../policy/audit-policy.ts';
import type { AuditRoom } from '../room/audit-room.ts';
import { copyEncodedAs, type CopyEncoding } from '../room/documents/document-copies.ts';
import { admissionTo } from '../room/room-admission.ts';

/** Serves the whole tree document over HTTP: compressed once for all clients, unlike socket frames. */
export const treeDocumentHandlers = ({
  rooms,
}: AuditsServices): Handlers<typeof treeDocumentCalls, Principal> => ({
  /**
   * The copy may be slightly behind: the room's socket sends the difference to clients that announce their
   * version.
   */
  document: async ({ principal, params: { id }, request }) => {
    const room = admit(await rooms.room(id), principal);
    const copy = await room.copy();
    const { documentId, version, link } = copy;
    const encoding = encodingFor(request);
    // Weak ETag: the same document in any content encoding.
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
 * Admits by the room's in-memory state, like its socket; no query is made.
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

/** Prefers brotli wherever accepted, regardless of the order in `Accept-Encoding`. */
function encodingFor(request: KnownRequest): CopyEncoding {
  if (request.acceptsEncodings('br')) return 'br';
  return request.acceptsEncodings('gzip') ? 'gzip' : 'identity';
}

/**
 * Whether `If-None-Match` names this tag (RFC 9110, 13.1.2: weak comparison, `*` matches anything).
 * `Cache-Control` of the request, which browsers add, is ignored.
 */
function names(known: string | undefined, tag: string): boolean {
  if (known === undefined) return false;
  const opaque = tag.replace(WEAK, '');
  return known.trim() === '*' || (known.match(TAGS) ?? []).some((one) => one.replace(WEAK, '') === opaque);
}

const WEAK = /^W\//;
const TAGS = /(?:W\/)?"[^"]*"/g;
