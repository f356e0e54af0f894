import { z } from 'zod';

/** Message from the parent to a node: milliseconds by which the node's clock shall be ahead from now on. */
export const nodeOrder = z.object({ ahead: z.number().int() });
export type NodeOrder = z.infer<typeof nodeOrder>;

/** Message from a node to its parent, once it serves. */
export const nodeWord = z.object({ address: z.url() });
export type NodeWord = z.infer<typeof nodeWord>;
