import { z } from 'zod';

export const PURGE_STREAM = 'log-purges';
export const PURGE_EVENT = 'StreamPurged';

/** Data of the event that records the removal of a stream's content up to `version`, with the link of that version. */
export const purgeRecord = z.object({
  stream: z.string().min(1),
  version: z.number().int().min(0),
  link: z.string().regex(/^[0-9a-f]{64}$/),
  reason: z.string().min(1),
});
