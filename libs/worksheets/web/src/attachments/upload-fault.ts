import type { UploadState } from '@cotejo/files/client';
import { MOST_FILE_BYTES } from '@cotejo/files/protocol';
import type { TFunction } from 'i18next';

const MEGABYTE = 1024 ** 2;

/** Reason of a failed upload: the server's text if it sent one. */
export function uploadFault(
  t: TFunction<readonly ['worksheets-web', 'files']>,
  { code, message }: Pick<UploadState, 'code' | 'message'>,
): string {
  if (message !== null) return message;
  const known = code ?? 'failed';
  // A code is either one of the server (`errors`) or of the client (`client`).
  return t([`files:errors.${known}`, `files:client.${known}`, 'files:client.failed'], {
    megabytes: MOST_FILE_BYTES / MEGABYTE,
  });
}
