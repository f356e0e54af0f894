import {
  ACCESS_DIRECTORY,
  type AccountId,
  type AccountStorage,
  type Principal,
} from '@cotejo/access-contracts';
import { AUDITS } from '@cotejo/audits-contracts';
import type { StoredFiles } from '@cotejo/files/server';
import type { Ground } from '@cotejo/record/server';
import { attachmentUploadPolicy } from '@cotejo/worksheets-contracts';
import type { TextVault } from '../texts/text-vault.ts';
import { worksheetsProjector } from '../worksheets-projector.ts';
import { AttachmentUploads } from './attachment-uploads.ts';

/** Worksheets as places of uploads. */
export const attachmentPlaces = (ground: Ground<Principal>, vault: TextVault): AttachmentUploads =>
  new AttachmentUploads({
    ...{ db: ground.db, vault },
    audits: ground.the(AUDITS),
    directory: ground.the(ACCESS_DIRECTORY),
    projection: ground.projection(worksheetsProjector),
    mayUpload: (principal) => ground.authenticator.may(principal, attachmentUploadPolicy.permission),
  });

/** Bytes available to files: the account's quota minus its other usage. */
export async function quotaOf(
  storage: AccountStorage,
  files: StoredFiles,
  account: AccountId,
): Promise<number | null> {
  const { used, total } = await storage.quota(account);
  if (total === null) return null;
  const own = (await files.storage([account])).get(account) ?? 0;
  return Math.max(0, total - (used - own));
}
