import { defineErrors } from '@cotejo/http/contracts';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

/** Refusals of uploads and downloads. Texts: `i18n/*.json`. */
export const fileErrors = defineErrors('files', {
  file_empty: 422,
  file_too_large: 413,
  /** The extension is not accepted, or the content is a program. */
  file_type_refused: 415,
  /** Extension and content do not match. */
  file_type_mismatch: 415,
  file_name_invalid: 422,
  quota_exceeded: 413,
  too_many_uploads: 429,
  /** Unfinished uploads of the user reserve too many bytes in total. */
  uploads_too_large: 413,
  upload_metadata_invalid: 400,
  upload_length_invalid: 400,
  /** The request uses another version of tus. */
  upload_protocol_unknown: 412,
  upload_too_long: 413,
  /** Also for uploads of other users, so that their existence is not revealed. */
  upload_not_found: 404,
  upload_offset_conflict: 409,
  upload_busy: 423,
  upload_incomplete: 409,
  file_not_found: 404,
  range_not_satisfiable: 416,
  // parsing of uploaded files
  /** `details` of the parser give the position, where known */
  parser_items: 422,
  parser_depth: 422,
  parser_output: 422,
  parser_memory: 422,
  parser_slow: 422,
  /** Too many files are being parsed. */
  parser_busy: 503,
});

export type FileErrorCode = keyof typeof fileErrors.errors;

export const filesTranslations = { namespace: fileErrors.namespace, es, en };
