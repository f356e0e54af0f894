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

/** What a page tells of how it is used: which screens, and how long calls take. */
export interface Telemetry {
  view(path: string): void;
  /** `duration` in milliseconds; `status` null where the browser doesn't tell. */
  call(address: string, duration: number, status: number | null): void;
  /** Sends what there is; what could not be sent is let go. */
  flush(): Promise<void>;
}

/** As many as one batch holds. */
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
