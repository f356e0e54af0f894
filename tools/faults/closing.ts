import { sleep } from './cluster/processes.ts';

type Close = () => Promise<unknown>;

/** Closes resources in reverse order of opening; a resource opened after closing began is closed at once. */
export class Closing {
  readonly faults: unknown[] = [];
  private readonly closers: Close[] = [];
  private late: Promise<void>[] | null = null;

  readonly atEnd = (close: Close): void => {
    if (this.late) this.late.push(this.run(close));
    else this.closers.push(close);
  };

  /** Waits for `work` too, which may be opening a resource, but no longer than `patienceMs`. */
  async close(work: Promise<unknown>, patienceMs: number): Promise<void> {
    this.late = [];
    for (let close = this.closers.pop(); close; close = this.closers.pop()) await this.run(close);
    await Promise.race([work.catch(() => undefined), sleep(patienceMs)]);
    while (this.late.length > 0) await this.late.pop();
  }

  private async run(close: Close): Promise<void> {
    try {
      await close();
    } catch (error) {
      this.faults.push(error);
    }
  }
}
