import { Refusal } from '@cotejo/http/contracts';
import type { FinishUpload } from './finish-upload.ts';
import type { Staging } from './staging.ts';
import type { StoredFiles } from './stored-files.ts';
import type { UploadLocks } from './upload-locks.ts';
import type { UploadRows } from './upload-rows.ts';

export interface SweepOptions {
  readonly rows: UploadRows;
  readonly locks: UploadLocks;
  readonly finisher: FinishUpload;
  readonly files: StoredFiles;
  readonly staging: Staging;
  readonly now: () => Date;
  readonly log: { warn(facts: object, message: string): void };
}

const SWEEP_MS = 10 * 60_000;
/** Age after which staged bytes are orphaned: an upload's row expires long before. */
const FORGOTTEN_MS = 48 * 3_600_000;

/** Finishes or removes uploads that were left by a stopped server or a user who did not return. */
export class SweepUploads {
  private timer: NodeJS.Timeout | null = null;
  private sweeping: Promise<void> = Promise.resolve();

  constructor(private readonly options: SweepOptions) {}

  async start(): Promise<void> {
    await this.finishAll();
    await this.sweep();
    this.timer = setInterval(() => {
      this.sweeping = this.sweep().catch((err: unknown) =>
        this.options.log.warn({ err }, 'uploads: could not sweep'),
      );
    }, SWEEP_MS).unref();
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.sweeping;
  }

  async sweep(): Promise<void> {
    const { rows, locks, staging, files, log } = this.options;
    for (const upload of await rows.expired()) {
      try {
        // The row is removed first, so that no request can continue the upload.
        await locks.hold(upload.id, () => rows.remove(upload));
        await staging.remove(upload.id);
      } catch (error) {
        if (!(error instanceof Refusal))
          log.warn({ err: error, upload: upload.id }, 'uploads: could not forget');
      }
    }
    await this.removeForgotten();
    await files.removeUnheld();
  }

  /** Finishes uploads that are complete but were not handed over yet. */
  private async finishAll(): Promise<void> {
    const { rows, staging, finisher, log } = this.options;
    for (const { id, bytes, state } of await rows.underWay()) {
      try {
        if (state === 'stored' || (await staging.received(id)) === bytes) await finisher.finish(id);
      } catch (error) {
        // Refusals are recorded for the client; other errors are retried with the client's next request.
        if (!(error instanceof Refusal))
          log.warn({ err: error, upload: id }, 'uploads: could not be finished');
      }
    }
  }

  private async removeForgotten(): Promise<void> {
    const { staging, rows, now } = this.options;
    for (const id of await staging.olderThan(new Date(now().getTime() - FORGOTTEN_MS))) {
      if (!UUID.test(id) || (await rows.find(id)) === null) await staging.remove(id);
    }
  }
}

const UUID = /^[0-9a-f-]{36}$/;
