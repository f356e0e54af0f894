import type { TelemetryEvent, UserId } from '@cotejo/access-contracts';
import { telemetryId } from '@cotejo/access-domain';
import type { AccessLog } from '../state/access-state.ts';

/** Milliseconds that a collector may take. */
const PATIENCE = 5_000;
/** Batches under way; what comes on top of them is dropped, for usage figures are worth no memory. */
const MOST_UNDER_WAY = 20;

export interface TelemetryBatch {
  readonly session: string;
  readonly user: UserId;
  readonly events: readonly TelemetryEvent[];
}

/** Passes batches of usage on to the installation's collector; without one it drops them. */
export class TelemetryRelay {
  private underWay = 0;

  constructor(
    private readonly options: {
      readonly url: string | null;
      readonly log: AccessLog;
      readonly send?: typeof fetch;
    },
  ) {}

  get isOn(): boolean {
    return this.options.url !== null;
  }

  /** Whether the batch is on its way; how it ends is nobody's concern but the log's. */
  relay(batch: TelemetryBatch): boolean {
    const { url, log, send = fetch } = this.options;
    if (url === null || this.underWay >= MOST_UNDER_WAY) return false;
    this.underWay++;
    void send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...batch, user: telemetryId(batch.user) }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    })
      .then((answer) => answer.body?.cancel())
      .catch((err: unknown) => log.warn({ err }, 'telemetry: the collector did not take a batch'))
      .finally(() => this.underWay--);
    return true;
  }
}
