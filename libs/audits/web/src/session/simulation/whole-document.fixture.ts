import { TREE_DOCUMENT_HEADERS } from '@cotejo/audits-contracts';
import type { BytesAnswer } from '@cotejo/http/client';
import * as Y from 'yjs';
import type { TestAudit } from '../test-audit.fixture.ts';

/** The server's answer to a download of an audit's tree document. */
export const wholeDocument = (audit: TestAudit): BytesAnswer => ({
  headers: new Headers({
    [TREE_DOCUMENT_HEADERS.document]: audit.documentId,
    [TREE_DOCUMENT_HEADERS.version]: String(audit.version),
    [TREE_DOCUMENT_HEADERS.link]: `link-${audit.version}`,
  }),
  bytes: Y.encodeStateAsUpdate(audit.document),
});
