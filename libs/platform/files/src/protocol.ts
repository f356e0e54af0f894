import { API_BASE } from '@cotejo/http/contracts';
import { z } from 'zod';

export {
  acceptedKinds,
  kindOfName,
  type AcceptedKind,
  type FileFamily,
  type FileKind,
} from './accepted-kinds.ts';
export { fileErrors, filesTranslations, type FileErrorCode } from './file-errors.ts';
export { cleanFileName, MOST_NAME_BYTES } from './file-name.ts';

/** Endpoint of uploads (tus 1.0.0): `Upload-Metadata` contains `filename` and `target`. */
export const UPLOADS_PATH = `${API_BASE}/adjuntos`;

/** Bytes of a chunk sent by the browser (specification 1, section 8). The server accepts any size. */
export const CHUNK_BYTES = 65_536;
/** Maximum bytes of one file, unless configured otherwise. */
export const MOST_FILE_BYTES = 512 * 1024 * 1024;
/** Hours after which an unfinished upload expires: a day to resume it. */
export const UPLOAD_HOURS = 24;
/** Minutes after which an upload without any byte expires: there is nothing to resume. */
export const EMPTY_UPLOAD_MINUTES = 15;
/** Bytes reserved from the quota ahead of the received ones: sixteen browser chunks per database query. */
export const RESERVED_STEP_BYTES = 1024 * 1024;
/** Bytes that unfinished uploads of one user may reserve in total: four of the largest files. */
export const MOST_RESERVED_BYTES_EACH = 4 * MOST_FILE_BYTES;
/** Unfinished uploads per user. */
export const MOST_OPEN_UPLOADS = 40;
/** Characters of the header `Upload-Metadata`. */
export const MOST_METADATA_CHARACTERS = 8192;

/** Content of `Upload-Metadata`; `target` is an application-defined text that says where the file belongs. */
export const uploadMetadata = z.object({
  filename: z.string().min(1).max(1024),
  target: z.string().min(1).max(2048),
});
export type UploadMetadata = z.infer<typeof uploadMetadata>;

/** Hex SHA-256 of content. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Body of the response to the last chunk (and to an empty one after it). `data` is what `finished` returned. */
export const finishedUpload = z.object({ data: z.unknown(), status: z.literal(200) });
