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

/** Bytes of a piece that the browser sends at once (specification 1, section 8). The server takes any size. */
export const CHUNK_BYTES = 65_536;
/** Bytes of one file, unless configured otherwise. */
export const MOST_FILE_BYTES = 512 * 1024 * 1024;
/** Hours after which an upload that nobody finished is forgotten: a day to come back to it. */
export const UPLOAD_HOURS = 24;
/** Minutes after which an upload of which no byte came is forgotten: there is nothing to come back to. */
export const EMPTY_UPLOAD_MINUTES = 15;
/** Bytes that an upload takes of the quota ahead of those that came: sixteen pieces of a browser per question. */
export const RESERVED_STEP_BYTES = 1024 * 1024;
/** Bytes that unfinished uploads of one person take of the quota together: four of the largest files. */
export const MOST_RESERVED_BYTES_EACH = 4 * MOST_FILE_BYTES;
/** Uploads of one person that are under way at once. */
export const MOST_OPEN_UPLOADS = 40;
/** Characters of the header `Upload-Metadata`. */
export const MOST_METADATA_CHARACTERS = 8192;

/** What an upload says of itself in `Upload-Metadata`; `target` is the text that says where it belongs. */
export const uploadMetadata = z.object({
  filename: z.string().min(1).max(1024),
  target: z.string().min(1).max(2048),
});
export type UploadMetadata = z.infer<typeof uploadMetadata>;

/** Hex SHA-256 of content. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Body of the answer to the last piece (and to an empty one after it). `answer` is what `finished` gave. */
export const finishedUpload = z.object({ data: z.unknown(), status: z.literal(200) });
