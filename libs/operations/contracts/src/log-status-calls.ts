import { requires } from '@cotejo/access-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { logStatus, retryBody, retryOutcome } from './log-status.ts';

const PATH = '/operaciones/registro/';

/**
 * State of the log and of what reads it. Both calls tell of all accounts at once (names of streams, texts of
 * faults), so both are for product administrators alone.
 */
export const logStatusCalls = {
  status: defineCall({
    reach: 'account',
    method: 'GET',
    path: PATH,
    door: requires('product.access'),
    data: logStatus,
  }),
  /** Tries parked streams again and says, for each, how it went. */
  retry: defineCall({
    reach: 'account',
    method: 'POST',
    path: `${PATH}reintentos/`,
    door: requires('product.retry'),
    body: retryBody,
    data: z.array(retryOutcome),
    refusals: ['projection_unknown', 'stream_not_parked', 'projection_in_transition'],
  }),
};
