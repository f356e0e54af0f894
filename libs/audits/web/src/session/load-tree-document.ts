import {
  TREE_DOCUMENT_HEADERS,
  treeDocumentCalls,
  treeDocumentHead,
  type AuditId,
} from '@cotejo/audits-contracts';
import { performDownload, type ApiClient } from '@cotejo/http/client';
import type { LoadBase } from '@cotejo/rooms/client';

/** Downloads an audit's whole tree document over HTTP, for a browser without a cached base. */
export const treeDocumentLoader =
  (api: Pick<ApiClient, 'getBytes'>, audit: AuditId): LoadBase =>
  async () => {
    const { headers, bytes } = await performDownload(api, treeDocumentCalls.document, {
      params: { id: audit },
    });
    const { document, version, link } = TREE_DOCUMENT_HEADERS;
    const head = treeDocumentHead.parse({
      document: headers.get(document),
      version: headers.get(version),
      link: headers.get(link),
    });
    return { ...head, update: bytes };
  };
