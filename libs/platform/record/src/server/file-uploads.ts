import type { IncomingMessage } from 'node:http';
import { UPLOADS_PATH } from '@cotejo/files/protocol';
import { StoredFiles, Uploads, type FinishedUpload, type Uploader } from '@cotejo/files/server';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { judgeCaller } from '@cotejo/http/server';
import { port } from '../port.ts';
import type { Asker, Ground } from './ground.ts';

/** Kind of upload target, e.g. worksheets or records. */
export interface UploadPlaces {
  /** Whether the target of an upload is of this kind. */
  takes(target: string): boolean;
  /** Called before the first byte and with each further request. @throws Refusal when the user may not upload to it */
  authorize(principal: Asker, target: string, request: IncomingMessage): Promise<void>;
  /** See `TakeOver`. */
  readonly finished: (upload: FinishedUpload) => Promise<unknown>;
}
/** Upload targets of all contexts; the first whose `takes` is true gets the upload. */
export const UPLOAD_PLACES = port<UploadPlaces>('upload places');
/** Bytes that the files of an account may occupy; null = no limit. */
export const FILE_QUOTA = port<(account: string) => Promise<number | null>>('file quota');
export const STORED_FILES = port<StoredFiles>('stored files');
export const UPLOADS = port<Uploads>('uploads');

export const openStoredFiles = ({ pool, files, clock }: Ground<Asker>): StoredFiles =>
  new StoredFiles({ database: pool, store: files.store, now: clock });

/** Upload endpoint of all contexts. Outside of Nest, whose body parsers would read whole bodies into memory. */
export function openUploads(ground: Ground<Asker>): Uploads {
  const { the, all, authenticator } = ground;
  const principals = new WeakMap<IncomingMessage, Asker>();
  const placesOf = (target: string): UploadPlaces => {
    const places = all(UPLOAD_PLACES).find((each) => each.takes(target));
    if (places === undefined) throw new Refusal(httpErrors, 'invalid_request');
    return places;
  };
  return new Uploads({
    ...ground.files,
    path: UPLOADS_PATH,
    database: ground.pool,
    files: the(STORED_FILES),
    async identify(request): Promise<Uploader> {
      const asking = { headers: request.headers, ip: addressOf(request) };
      const { principal } = await judgeCaller(authenticator, { kind: 'authenticated' }, asking);
      const { accountId, userId } = principal as Asker;
      principals.set(request, principal as Asker);
      return { account: accountId, user: userId };
    },
    async authorize(_, target, request) {
      const principal = principals.get(request);
      if (principal === undefined) throw new Refusal(httpErrors, 'not_authenticated');
      await placesOf(target).authorize(principal, target, request);
    },
    finished: (upload) => placesOf(upload.target).finished(upload),
    quota: (account) => the(FILE_QUOTA)(account),
    limits: { file: ground.settings.mostFileBytes },
    texts: ground.texts,
    now: ground.clock,
    log: ground.log,
  });
}

/** Address as determined by Express, which evaluates the proxy headers. */
const addressOf = (request: IncomingMessage): string =>
  'ip' in request && typeof request.ip === 'string' ? request.ip : '';
