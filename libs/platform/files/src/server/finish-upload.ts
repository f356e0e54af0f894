import { Refusal } from '@cotejo/http/contracts';
import { z } from 'zod';
import { acceptedKinds, type FileKind } from '../accepted-kinds.ts';
import { fileErrors } from '../file-errors.ts';
import type { ContentLooker } from './content/content-looker.ts';
import type { FileStore } from './file-store.ts';
import { hashFile } from './hash-file.ts';
import type { Staging } from './staging.ts';
import type { UploadLocks } from './upload-locks.ts';
import type { UploadRow, UploadRows } from './upload-rows.ts';

/** A complete, checked and stored upload. */
export interface FinishedUpload {
  /** Id of the upload, and of its use of the content (`StoredFiles.release`). */
  readonly id: string;
  readonly account: string;
  readonly user: string;
  readonly target: string;
  readonly name: string;
  readonly kind: FileKind;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Called with a finished upload; its result (JSON) is the response to the last chunk. It may be called again for the
 * same id, after a crash or a lost response, and must be idempotent.
 * @throws Refusal to reject the upload: it ends as refused and its content is removed
 */
export type TakeOver = (upload: FinishedUpload) => Promise<unknown>;

export interface FinishOptions {
  readonly rows: UploadRows;
  readonly locks: UploadLocks;
  readonly staging: Staging;
  readonly store: FileStore;
  readonly looker: Pick<ContentLooker, 'refusalOf'>;
  readonly finished: TakeOver;
}

const keptRefusal = z.object({
  namespace: z.string(),
  code: z.string(),
  status: z.number(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

/**
 * Checks, stores and hands over a complete upload. Each step is recorded in the database, so that it can continue after
 * a crash.
 */
export class FinishUpload {
  constructor(private readonly options: FinishOptions) {}

  /**
   * The response, also when the upload was finished before.
   * @throws Refusal why it can't be kept, also when it was refused before; `upload_incomplete`
   */
  finish(id: string): Promise<unknown> {
    const { locks, rows } = this.options;
    return locks.hold(id, async () => {
      const upload = await rows.find(id);
      if (upload === null) throw new Refusal(fileErrors, 'upload_not_found');
      if (upload.state === 'finished') return upload.answer;
      if (upload.state === 'refused') throw recall(upload.refusal);
      try {
        const sha256 = upload.state === 'stored' ? upload.sha256 : await this.keep(upload);
        if (sha256 === null) throw new Error('a stored upload has no hash');
        return await this.handOver(upload, sha256);
      } catch (error) {
        if (error instanceof Refusal && isFinal(error)) await this.refuse(upload, error);
        throw error;
      }
    });
  }

  private async keep(upload: UploadRow): Promise<string> {
    const { staging, store, rows, looker } = this.options;
    if ((await staging.received(upload.id)) !== upload.bytes) {
      throw new Refusal(fileErrors, 'upload_incomplete');
    }
    return staging.withFile(upload.id, async (path) => {
      const code = await looker.refusalOf({ path, kind: upload.kind });
      if (code !== null) throw new Refusal(fileErrors, code);
      const { sha256 } = await hashFile(path);
      await rows.hold(upload, sha256);
      await store.put(upload.account, path, sha256);
      await rows.setStored(upload.id);
      return sha256;
    });
  }

  private async handOver(upload: UploadRow, sha256: string): Promise<unknown> {
    const { rows, staging, finished } = this.options;
    const { id, account, user, target, name, kind, bytes } = upload;
    const { mediaType } = acceptedKinds[kind];
    const answer = await finished({ id, account, user, target, name, kind, mediaType, bytes, sha256 });
    await rows.setFinished(id, answer);
    await staging.remove(id);
    return answer;
  }

  private async refuse(upload: UploadRow, refusal: Refusal): Promise<void> {
    const { rows, staging } = this.options;
    await rows.setRefused(upload, keptRefusalOf(refusal));
    await staging.remove(upload.id);
  }
}

/** Temporary refusals are not recorded: the client retries. */
const isFinal = ({ code, status }: Refusal): boolean =>
  code !== 'upload_incomplete' && status < 500 && status !== 429;

/** A refusal as stored in the upload's row. */
export const keptRefusalOf = ({
  catalogue,
  code,
  status,
  options,
}: Refusal): z.infer<typeof keptRefusal> => ({
  namespace: catalogue.namespace,
  code,
  status,
  ...(options.params && { params: { ...options.params } }),
});

function recall(kept: unknown): Refusal {
  const { namespace, code, status, params } = keptRefusal.parse(kept);
  return new Refusal({ namespace, errors: { [code]: status } }, code, params ? { params } : {});
}
