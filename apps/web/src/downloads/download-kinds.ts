import { DOWNLOAD_PATHS, ownCalls, peopleCalls, type PermissionKey } from '@cotejo/access-contracts';
import { ApiError, type BytesAnswer } from '@cotejo/http/client';
import type { Call } from '@cotejo/http/contracts';
import {
  ATTACHMENT_DOWNLOAD_PAGE,
  ATTACHMENT_FILE_PATH,
} from '@cotejo/worksheets-contracts/attachment-paths';
import { z } from 'zod';
import { fileNameOf } from './file-name-of.ts';

/** A file that came, and what its name is made of. */
export interface DownloadedFile {
  readonly content: Blob;
  /** Values of the text `download.<kind>.file`. */
  readonly naming: Readonly<Record<string, string>>;
}

/** A kind of file that the server gives to whoever may have it. */
export interface DownloadKind {
  /** Under `download.` of the texts. */
  readonly key: 'own_data' | 'person_data' | 'attachment';
  /** Its page; ids as the call names them. */
  readonly path: string;
  /** Whoever holds one of these may have it; absent = whoever is signed in. */
  readonly anyOf?: readonly PermissionKey[];
  readonly call: Pick<Call, 'path'>;
  readonly fileOf: (answer: BytesAnswer) => DownloadedFile;
}

/** What else there is of the person goes into the file as it was told. */
const personalData = z.object({
  data: z.looseObject({ person: z.tuple([z.looseObject({ username: z.string() })]) }),
});

/** What is kept of a person, as a file that people can read, too. */
function personalDataFile({ bytes }: Pick<BytesAnswer, 'bytes'>): DownloadedFile {
  const answer = personalData.safeParse(readJson(new TextDecoder().decode(bytes)));
  if (!answer.success) throw ApiError.unreadable(200, answer.error);
  const { data } = answer.data;
  return {
    content: new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }),
    naming: { username: data.person[0].username },
  };
}

/** A file of a worksheet, as it was attached. */
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

/** What can be downloaded. A file of the server needs the session, so a plain link cannot fetch it. */
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
