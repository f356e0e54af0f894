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
/** Nothing that is still coming lies untouched for so long, since its row would be over. */
const FORGOTTEN_MS = 48 * 3_600_000;

/** Brings to an end what a stopped server or a person that left let lie. */
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
        // First of nobody: then no request can go on with what is removed next.
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

  /** What arrived whole and was not handed over yet. */
  private async finishAll(): Promise<void> {
    const { rows, staging, finisher, log } = this.options;
    for (const { id, bytes, state } of await rows.underWay()) {
      try {
        if (state === 'stored' || (await staging.received(id)) === bytes) await finisher.finish(id);
      } catch (error) {
        // Refusals are kept for whoever asks; for the rest there is the sender's next try.
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
