import {
  TREE_DOCUMENT_HEADERS,
  treeDocumentHead,
  treeDocumentPath,
  type AuditId,
} from '@cotejo/audits-contracts';
import type { ApiClient } from '@cotejo/http/client';
import type { LoadBase } from '@cotejo/rooms/client';

/** Fetches an audit's tree document whole, for a browser that has no base of it. */
export const treeDocumentLoader =
  (api: Pick<ApiClient, 'getBytes'>, audit: AuditId): LoadBase =>
  async () => {
    const { headers, bytes } = await api.getBytes(treeDocumentPath(audit));
    const { document, version, link } = TREE_DOCUMENT_HEADERS;
    const head = treeDocumentHead.parse({
      document: headers.get(document),
      version: headers.get(version),
      link: headers.get(link),
    });
    return { ...head, update: bytes };
  };
