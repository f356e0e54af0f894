import type { UploadState } from '@cotejo/files/client';
import { MOST_FILE_BYTES } from '@cotejo/files/protocol';
import type { TFunction } from 'i18next';

const MEGABYTE = 1024 ** 2;

/** Why an upload failed, in words: the server's own where it gave some. */
export function uploadFault(
  t: TFunction<readonly ['worksheets-web', 'files']>,
  { code, message }: Pick<UploadState, 'code' | 'message'>,
): string {
  if (message !== null) return message;
  const known = code ?? 'failed';
  // A text that knows the place is asked for by both names that it may have.
  return t([`files:errors.${known}`, `files:client.${known}`, 'files:client.failed'], {
    megabytes: MOST_FILE_BYTES / MEGABYTE,
  });
}
