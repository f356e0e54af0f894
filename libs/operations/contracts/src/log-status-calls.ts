import { requires } from '@cotejo/access-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { logStatus, retryBody, retryJobBody, retryOutcome } from './log-status.ts';

const PATH = '/operaciones/registro/';

/**
 * State of the event log and its projections. Both calls reveal data of all accounts (stream names, fault texts), so
 * both are restricted to product administrators.
 */
export const logStatusCalls = {
  status: defineCall({
    reach: 'account',
    method: 'GET',
    path: PATH,
    policy: requires('product.access'),
    data: logStatus,
  }),
  /** Retries parked streams and returns the outcome of each. */
  retry: defineCall({
    reach: 'account',
    method: 'POST',
    path: `${PATH}reintentos/`,
    policy: requires('product.retry'),
    body: retryBody,
    data: z.array(retryOutcome),
    refusals: ['projection_unknown', 'stream_not_parked', 'projection_in_transition'],
  }),
  /** Has a job that failed done again, soon. */
  retryJob: defineCall({
    reach: 'account',
    method: 'POST',
    path: `${PATH}trabajos/`,
    policy: requires('product.retry'),
    body: retryJobBody,
    data: z.object({ job: z.string() }),
    refusals: ['job_not_failed'],
  }),
};
