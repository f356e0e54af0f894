import { z } from 'zod';

const moment = z.iso.datetime({ offset: true });
const count = z.number().int().nonnegative();

/** The log itself; a null figure is one that its store does not keep. */
export const logFigures = z.object({
  storeId: z.string(),
  /** Changes with every restore. */
  incarnation: z.string(),
  /** Events ever recorded. */
  events: count.nullable(),
  streams: count.nullable(),
  last: z.object({ stream: z.string(), type: z.string(), recordedAt: moment }).nullable(),
});
export type LogFigures = z.infer<typeof logFigures>;

/**
 * How a generation of a projection stands: it is read and follows the log, is read but late, is being built
 * beside the one that is read, rests as it was until that one takes its place, or has nobody who writes it.
 */
export const projectionState = z.enum(['live', 'behind', 'building', 'waiting', 'stopped']);
export type ProjectionState = z.infer<typeof projectionState>;

export const projectionRow = z.object({
  name: z.string(),
  generation: z.number().int(),
  state: projectionState,
  /** Who holds the lease now; null when nobody does. */
  owner: z.string().nullable(),
  /** Events of the log that it has not read, at least so many unless `lagExact`; null when unknown. */
  lagEvents: count.nullable(),
  lagExact: z.boolean(),
  /** Age of the oldest of them. */
  lagSeconds: z.number().nonnegative().nullable(),
  /** Part of the log that is read, 0–100; null when unknown. */
  progress: z.number().min(0).max(100).nullable(),
  parked: count,
  updatedAt: moment,
});
export type ProjectionRow = z.infer<typeof projectionRow>;

/** A stream that a projection set aside, with the fault as the database or the code told it. */
export const parkedRow = z.object({
  projection: z.string(),
  generation: z.number().int(),
  /** Its rows are read, so that a retry makes sense; a build beside tries its streams again by itself. */
  live: z.boolean(),
  stream: z.string(),
  since: moment,
  attempts: count,
  error: z.string(),
});
export type ParkedRow = z.infer<typeof parkedRow>;

/** The last signed statement about the whole log: `forged` when its signature is not of the key it names. */
export const sealFigures = z.discriminatedUnion('state', [
  z.object({
    state: z.enum(['genuine', 'forged']),
    at: moment,
    /** Events and streams that it covers. */
    events: count,
    streams: count,
    /** Of the public key, as an auditor compares it: hex SHA-256. */
    fingerprint: z.string(),
  }),
  z.object({ state: z.literal('unreadable') }),
]);
export type SealFigures = z.infer<typeof sealFigures>;

export const nodeRow = z.object({
  /** New with each start. */
  id: z.string(),
  /** False once it has been silent for longer than a node that lives. */
  alive: z.boolean(),
  seenAt: moment,
});
export type NodeRow = z.infer<typeof nodeRow>;

/** GET /operaciones/registro/ */
export const logStatus = z.object({
  /** When these figures were read. */
  at: moment,
  log: logFigures,
  projections: z.array(projectionRow),
  parked: z.array(parkedRow),
  /** Null while nothing was ever sealed. */
  seal: sealFigures.nullable(),
  /** Server nodes of the last day; null while none of them has given a sign of life. */
  nodes: z.array(nodeRow).nullable(),
});
export type LogStatus = z.infer<typeof logStatus>;

/** Control characters are in no name, and NUL is nothing that a database may be asked for. */
const nameOf = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u);

/** POST /operaciones/registro/reintentos/: one parked stream, all of a projection, or all there are. */
export const retryBody = z
  .object({
    projection: nameOf(120).optional(),
    stream: nameOf(512).optional(),
  })
  .strict()
  .refine(({ projection, stream }) => stream === undefined || projection !== undefined, {
    path: ['projection'],
  });
export type RetryBody = z.infer<typeof retryBody>;

export const retryOutcome = z.object({
  projection: z.string(),
  stream: z.string(),
  ok: z.boolean(),
  /** Why it stays parked. */
  error: z.string().nullable(),
});
export type RetryOutcome = z.infer<typeof retryOutcome>;
