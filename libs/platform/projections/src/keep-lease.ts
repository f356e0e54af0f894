import type { Pool } from 'pg';
import { Fenced } from './classify-fault.ts';
import { renewLease, type Lease, type Reached } from './lease.ts';
import type { ProjectionLog } from './projector.ts';

export interface KeepOptions {
  readonly pool: Pool;
  readonly lease: Lease;
  readonly leaseMs: number;
  readonly log: ProjectionLog;
  readonly reached: () => Reached | null;
  readonly onBeat?: () => void;
}

/** Renews a lease every third of its duration, until stopped. */
export class LeaseKeeper {
  private readonly timer: NodeJS.Timeout;
  private lost = false;

  constructor(private readonly options: KeepOptions) {
    const { pool, lease, leaseMs, log, reached, onBeat } = options;
    this.timer = setInterval(() => {
      renewLease(pool, lease, reached(), leaseMs).then(
        (held) => {
          this.lost ||= !held;
          onBeat?.();
        },
        (error: unknown) =>
          log.warn({ projector: lease.projector, error: String(error) }, 'lease not renewed'),
      );
    }, leaseMs / 3);
  }

  /** @throws Fenced once another owner has the lease */
  assertHeld(): void {
    if (this.lost) throw new Fenced(this.options.lease.projector);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
