import { defineCall, Refusal } from '@cotejo/http/contracts';
import { z } from 'zod';
import { documentErrors, tableDocument } from './table-document.ts';

/** Bytes of a described document; a list of 10,000 rows has about 2 MB. */
export const MAX_DOCUMENT_BYTES = 4 * 1024 ** 2;

export const tooLarge = (): Refusal => new Refusal(documentErrors, 'document_too_large');

export const documentCalls = {
  /** Writes a table that the caller already holds as a file; nothing is read or kept. */
  write: defineCall({
    method: 'POST',
    path: '/documentos/',
    policy: { kind: 'authenticated' },
    reach: 'none',
    // Read once its sender is let in: it may be larger than other bodies.
    upload: { limit: MAX_DOCUMENT_BYTES, tooLarge },
    describedBody: tableDocument,
    data: z.string().meta({ contentMediaType: 'application/octet-stream' }),
    raw: true,
    once: true,
    refusals: ['document_too_large'],
  }),
};
