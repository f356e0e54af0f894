import { fileAnswer, type Answer } from '@cotejo/http/server';
import type { DocumentFormat } from '../table-document.ts';

const MEDIA_TYPES: Readonly<Record<DocumentFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** A written document as the answer to a call. */
export const documentAnswer = (
  bytes: Uint8Array,
  { name, format }: { readonly name: string; readonly format: DocumentFormat },
  headers: Readonly<Record<string, string>> = {},
): Answer<never> => {
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
  return fileAnswer(
    bytes,
    { type: MEDIA_TYPES[format], disposition },
    { ...headers, 'Cache-Control': 'private, no-store' },
  );
};
