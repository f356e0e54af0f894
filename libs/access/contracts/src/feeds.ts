import { z } from 'zod';

/** Topic of the live feed: the account's people, slots and roles are others than they were. Key: the account id. */
export const ACCESS_CHANGES_TOPIC = 'access-changes';

/** Tells nothing of what changed: whoever may see a list asks for it again. */
export const accessChangesRow = z.object({ changes: z.int() });
export type AccessChangesRow = z.infer<typeof accessChangesRow>;
