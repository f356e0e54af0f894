import type { IncomingMessage } from 'node:http';
import type { AccountId, Principal } from '@cotejo/access-contracts';
import type { AuditCommands, AuditQueries } from '@cotejo/audits-contracts';
import { StoredFiles, Uploads } from '@cotejo/files/server';
import { judgeCaller } from '@cotejo/http/server';
import type { ProjectionRunner } from '@cotejo/projections';
import { ATTACHMENT_UPLOADS, attachmentUploadDoor } from '@cotejo/worksheets-contracts';
import { AttachmentUploads, type TextVault } from '@cotejo/worksheets-server';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { Foundation } from './foundation.ts';
import { loadErrorTexts } from './http/error-texts.ts';

export interface UploadsContext {
  readonly foundation: Foundation;
  readonly audits: AuditQueries & AuditCommands;
  readonly db: DataSource;
  readonly vault: TextVault;
  readonly projection: ProjectionRunner;
  readonly clock: () => Date;
  readonly log: Logger;
}

/** Upload endpoint of worksheet files, outside of the framework, whose handlers read whole bodies. */
export function openUploads({
  foundation,
  audits,
  db,
  vault,
  projection,
  clock,
  log,
}: UploadsContext): Uploads {
  const { access, pool, files: places } = foundation;
  const files = new StoredFiles({ database: pool, store: places.store, now: clock });
  access.admin.account.alsoStored((accounts) => files.storage(accounts));
  const attachments = new AttachmentUploads({
    audits,
    directory: access.state,
    db,
    vault,
    projection,
    authenticate: (request) => authenticate(foundation, request),
  });
  const uploads = new Uploads({
    ...places,
    path: ATTACHMENT_UPLOADS,
    database: pool,
    files,
    identify: attachments.identify,
    authorize: attachments.authorize,
    finished: attachments.finished,
    quota: (account) => quotaOf(foundation, files, account as AccountId),
    limits: { file: foundation.mostFileBytes },
    texts: loadErrorTexts(),
    now: clock,
    log,
  });
  access.admin.account.alsoReserved((account) => uploads.reservations(account));
  return uploads;
}

/** Authenticates like any declared call. */
async function authenticate({ access }: Foundation, request: IncomingMessage): Promise<Principal> {
  const asking = { headers: request.headers, ip: addressOf(request) };
  const { principal } = await judgeCaller(access.authenticator, attachmentUploadDoor, asking);
  return principal;
}

/** Address as determined by Express, which evaluates the proxy headers. */
const addressOf = (request: IncomingMessage): string =>
  'ip' in request && typeof request.ip === 'string' ? request.ip : '';

/** Bytes available to files: the account's quota minus its other usage. */
async function quotaOf(
  { access }: Foundation,
  files: StoredFiles,
  account: AccountId,
): Promise<number | null> {
  const { used, total } = await access.admin.account.quota(account);
  if (total === null) return null;
  const own = (await files.storage([account])).get(account) ?? 0;
  return Math.max(0, total - (used - own));
}
