import type { Handlers } from '@cotejo/http/server';
import type { logStatusCalls } from '@cotejo/operations-contracts';
import type { Asker } from '@cotejo/record/server';
import { readLogStatus } from '../figures/read-log-status.ts';
import type { OperationsServices } from '../operations-services.ts';
import { retryFailedJob } from '../retry/retry-failed-job.ts';
import { retryParkedStreams } from '../retry/retry-parked-streams.ts';

/** Handlers of the log status calls. */
export const logStatusHandlers = (services: OperationsServices): Handlers<typeof logStatusCalls, Asker> => ({
  status: () => readLogStatus(services),
  retry: ({ principal, body }) => retryParkedStreams(services, body, principal.userId),
  retryJob: ({ principal, body }) => retryFailedJob(services, body.job, principal.userId),
});
