import type { ShellSettings } from '@cotejo/access-contracts';
import type { Pool } from 'pg';
import { AttemptLimiter } from '../sign-in/attempt-limit.ts';
import type { AccessLog } from '../state/access-state.ts';
import { ErrorReports } from './error-reports.ts';
import { TelemetryRelay } from './telemetry-relay.ts';

/** Options set by the operator; null = off. */
export interface ShellOptions {
  readonly development: boolean;
  readonly chatScript: string | null;
  readonly secondChatScript: string | null;
  readonly telemetryUrl: string | null;
}

export const PLAIN_SHELL: ShellOptions = {
  development: false,
  chatScript: null,
  secondChatScript: null,
  telemetryUrl: null,
};

/** Limits: reports per address, and batches per user. */
const REPORTS = { failures: 20, windowMs: 60_000 };
const BATCHES = { failures: 60, windowMs: 60_000 };

export interface Shell {
  readonly settings: Omit<ShellSettings, 'methods'>;
  readonly reports: ErrorReports;
  readonly reportLimit: AttemptLimiter;
  readonly telemetry: TelemetryRelay;
  readonly telemetryLimit: AttemptLimiter;
}

export function shellOf(
  { development, chatScript, secondChatScript, telemetryUrl: url }: ShellOptions,
  { pool, log, now }: { readonly pool: Pool; readonly log: AccessLog; readonly now: () => Date },
): Shell {
  return {
    settings: {
      development,
      chat: { script: chatScript, second_script: secondChatScript },
      telemetry: url !== null,
    },
    reports: new ErrorReports(pool, now),
    reportLimit: new AttemptLimiter(REPORTS, now),
    telemetry: new TelemetryRelay({ url, log }),
    telemetryLimit: new AttemptLimiter(BATCHES, now),
  };
}
