import { z } from 'zod';

/** Topic of the live feed: users, slots or roles of the account changed. Key: the account id. */
export const ACCESS_CHANGES_TOPIC = 'access-changes';

/** Contains no details of the change: authorized clients reload their lists. */
export const accessChangesRow = z.object({ changes: z.int() });
export type AccessChangesRow = z.infer<typeof accessChangesRow>;
