import { z } from 'zod';

/** What the parent of a node says: by how many milliseconds its clock is ahead from now on. */
export const nodeOrder = z.object({ ahead: z.number().int() });
export type NodeOrder = z.infer<typeof nodeOrder>;

/** What a node says once it serves. */
export const nodeWord = z.object({ address: z.url() });
export type NodeWord = z.infer<typeof nodeWord>;
