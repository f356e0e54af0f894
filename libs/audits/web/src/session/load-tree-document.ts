import {
  TREE_DOCUMENT_HEADERS,
  treeDocumentCalls,
  treeDocumentHead,
  type AuditId,
} from '@cotejo/audits-contracts';
import { performDownload, type ApiClient } from '@cotejo/http/client';
import type { LoadBase } from '@cotejo/rooms/client';

/** Fetches an audit's tree document whole, for a browser that has no base of it. */
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
