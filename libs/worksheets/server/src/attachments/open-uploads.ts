import type { IncomingMessage } from 'node:http';
import {
  ACCESS_DIRECTORY,
  ACCOUNT_STORAGE,
  type AccountId,
  type AccountStorage,
  type Principal,
} from '@cotejo/access-contracts';
import { AUDITS } from '@cotejo/audits-contracts';
import { Uploads, type StoredFiles } from '@cotejo/files/server';
import { judgeCaller, type Authenticator } from '@cotejo/http/server';
import type { Ground } from '@cotejo/record/server';
import { ATTACHMENT_UPLOADS, attachmentUploadDoor } from '@cotejo/worksheets-contracts';
import type { TextVault } from '../texts/text-vault.ts';
import { worksheetsProjector } from '../worksheets-projector.ts';
import { AttachmentUploads } from './attachment-uploads.ts';

/** Upload endpoint of worksheet files, outside of the framework, whose handlers read whole bodies. */
export function openUploads(ground: Ground<Principal>, files: StoredFiles, vault: TextVault): Uploads {
  const { the, db, authenticator } = ground;
  const attachments = new AttachmentUploads({
    ...{ db, vault },
    audits: the(AUDITS),
    directory: the(ACCESS_DIRECTORY),
    projection: ground.projection(worksheetsProjector),
    authenticate: (request) => authenticate(authenticator, request),
  });
  return new Uploads({
    ...ground.files,
    path: ATTACHMENT_UPLOADS,
    database: ground.pool,
    files,
    identify: attachments.identify,
    authorize: attachments.authorize,
    finished: attachments.finished,
    quota: (account) => quotaOf(the(ACCOUNT_STORAGE), files, account as AccountId),
    limits: { file: ground.settings.mostFileBytes },
    texts: ground.texts,
    now: ground.clock,
    log: ground.log,
  });
}

/** Authenticates like any declared call. */
async function authenticate(authenticator: Authenticator, request: IncomingMessage): Promise<Principal> {
  const asking = { headers: request.headers, ip: addressOf(request) };
  const { principal } = await judgeCaller(authenticator, attachmentUploadDoor, asking);
  return principal as Principal;
}

/** Address as determined by Express, which evaluates the proxy headers. */
const addressOf = (request: IncomingMessage): string =>
  'ip' in request && typeof request.ip === 'string' ? request.ip : '';

/** Bytes available to files: the account's quota minus its other usage. */
async function quotaOf(
  storage: AccountStorage,
  files: StoredFiles,
  account: AccountId,
): Promise<number | null> {
  const { used, total } = await storage.quota(account);
  if (total === null) return null;
  const own = (await files.storage([account])).get(account) ?? 0;
  return Math.max(0, total - (used - own));
}
