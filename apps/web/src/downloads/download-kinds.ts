import { DOWNLOAD_PATHS, ownCalls, peopleCalls, type PermissionKey } from '@cotejo/access-contracts';
import { ApiError, type BytesAnswer } from '@cotejo/http/client';
import type { Call } from '@cotejo/http/contracts';
import {
  ATTACHMENT_DOWNLOAD_PAGE,
  ATTACHMENT_FILE_PATH,
} from '@cotejo/worksheets-contracts/attachment-paths';
import { z } from 'zod';
import { fileNameOf } from './file-name-of.ts';

/** A downloaded file, and the values of its name. */
export interface DownloadedFile {
  readonly content: Blob;
  /** Values of the text `download.<kind>.file`. */
  readonly naming: Readonly<Record<string, string>>;
}

/** A kind of file that the server provides to authorized users. */
export interface DownloadKind {
  /** Key under `download.` in the texts. */
  readonly key: 'own_data' | 'person_data' | 'attachment';
  /** Path of its page, with the call's parameter names. */
  readonly path: string;
  /** Any of these permissions is required; absent = any signed-in user. */
  readonly anyOf?: readonly PermissionKey[];
  readonly call: Pick<Call, 'path'>;
  readonly fileOf: (answer: BytesAnswer) => DownloadedFile;
}

/** All other fields are passed through unchanged. */
const personalData = z.object({
  data: z.looseObject({ person: z.tuple([z.looseObject({ username: z.string() })]) }),
});

/** A user's stored data as an indented, readable JSON file. */
function personalDataFile({ bytes }: Pick<BytesAnswer, 'bytes'>): DownloadedFile {
  const answer = personalData.safeParse(readJson(new TextDecoder().decode(bytes)));
  if (!answer.success) throw ApiError.unreadable(200, answer.error);
  const { data } = answer.data;
  return {
    content: new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }),
    naming: { username: data.person[0].username },
  };
}

/** A file of a worksheet. */
function attachedFile({ bytes, headers }: BytesAnswer): DownloadedFile {
  const type = headers.get('content-type') ?? 'application/octet-stream';
  return {
    content: new Blob([new Uint8Array(bytes)], { type }),
    naming: { name: fileNameOf(headers.get('content-disposition')) },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Kinds of downloads. The calls need the session's token, so a plain link cannot fetch them. */
export const DOWNLOADS: readonly DownloadKind[] = [
  { key: 'own_data', path: DOWNLOAD_PATHS.own_data, call: ownCalls.ownData, fileOf: personalDataFile },
  {
    key: 'person_data',
    path: DOWNLOAD_PATHS.person_data,
    anyOf: ['users.export'],
    call: peopleCalls.exportData,
    fileOf: personalDataFile,
  },
  {
    key: 'attachment',
    path: ATTACHMENT_DOWNLOAD_PAGE,
    anyOf: ['plan.access'],
    call: { path: ATTACHMENT_FILE_PATH },
    fileOf: attachedFile,
  },
];
