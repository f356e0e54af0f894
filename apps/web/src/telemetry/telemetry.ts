import { TELEMETRY, type TelemetryEvent } from '@cotejo/access-contracts';
import { safePath } from './safe-path.ts';
import { telemetrySession } from './telemetry-session.ts';

export interface TelemetryBatch {
  readonly session: string;
  readonly events: TelemetryEvent[];
}

export interface TelemetryOptions {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly send: (batch: TelemetryBatch) => Promise<unknown>;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** Usage data of a page: visited screens and durations of calls. */
export interface Telemetry {
  view(path: string): void;
  /** `duration` in milliseconds; `status` null if unknown to the browser. */
  call(address: string, duration: number, status: number | null): void;
  /** Sends collected events; failed batches are dropped. */
  flush(): Promise<void>;
}

/** Maximum number of events in a batch. */
const MOST = 500;

export function createTelemetry({ storage, send, now, newId }: TelemetryOptions): Telemetry {
  let waiting: TelemetryEvent[] = [];
  let calls = 0;
  const add = (event: Omit<TelemetryEvent, 'at'>) => {
    if (waiting.length < MOST) waiting.push({ ...event, at: now().toISOString() });
  };
  return {
    view(path) {
      calls = 0;
      add({ name: 'page.view', view: safePath(path), duration: null, status: null });
    },
    call(address, duration, status) {
      calls += 1;
      if (calls > TELEMETRY.ajaxCallsPerView) return;
      add({ name: 'api.call', view: safePath(address), duration: Math.max(0, Math.round(duration)), status });
    },
    async flush() {
      if (waiting.length === 0) return;
      const events = waiting;
      waiting = [];
      const session = telemetrySession(storage, now().getTime(), newId);
      await send({ session, events }).catch(() => undefined);
    },
  };
}
