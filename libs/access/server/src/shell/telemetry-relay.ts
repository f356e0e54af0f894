import type { TelemetryEvent, UserId } from '@cotejo/access-contracts';
import { telemetryId } from '@cotejo/access-domain';
import type { AccessLog } from '../state/access-state.ts';

/** Timeout in milliseconds for the collector. */
const PATIENCE = 5_000;
/** Concurrent batches; further ones are dropped, because usage figures are not worth buffering. */
const MOST_UNDER_WAY = 20;

export interface TelemetryBatch {
  readonly session: string;
  readonly user: UserId;
  readonly events: readonly TelemetryEvent[];
}

/** Forwards telemetry batches to the installation's collector; without one they are dropped. */
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

  /** Returns whether the batch is being sent; failures are only logged. */
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
