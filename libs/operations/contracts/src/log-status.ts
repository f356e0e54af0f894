import { z } from 'zod';

const moment = z.iso.datetime({ offset: true });
const count = z.number().int().nonnegative();

/** How long the latest calls of a node to its store took, in milliseconds. */
export const callTimes = z.object({ median: z.number().nonnegative(), p95: z.number().nonnegative() });

/** The answering node's connection to the servers of the log. */
export const storeConnection = z.object({
  /** Host and port of the server that decides; null while none is known. */
  leader: z.string().nullable(),
  /** Servers of the cluster that answer, and all of them. */
  alive: count,
  servers: count,
  /** Milliseconds after which the latest event reached this node. */
  lagMs: z.number().nonnegative().nullable(),
  appends: callTimes.nullable(),
  reads: callTimes.nullable(),
  /** Connections given up and replaced since this node started. */
  reconnections: count,
});
export type StoreConnection = z.infer<typeof storeConnection>;

/** Figures of the log; null where the store does not keep the figure. */
export const logFigures = z.object({
  storeId: z.string(),
  /** Changes with every restore. */
  incarnation: z.string(),
  /** Number of events ever recorded. */
  events: count.nullable(),
  streams: count.nullable(),
  last: z.object({ stream: z.string(), type: z.string(), recordedAt: moment }).nullable(),
  /** Null for a log in the product's own database. */
  connection: storeConnection.nullable(),
});
export type LogFigures = z.infer<typeof logFigures>;

/**
 * State of a projection's generation. `live`: serves reads and follows the log; `behind`: serves reads, late;
 * `building`: filled beside the generation that serves reads; `waiting`: no longer written, until the generation being
 * built replaces it; `stopped`: no node writes it.
 */
export const projectionState = z.enum(['live', 'behind', 'building', 'waiting', 'stopped']);
export type ProjectionState = z.infer<typeof projectionState>;

export const projectionRow = z.object({
  name: z.string(),
  generation: z.number().int(),
  state: projectionState,
  /** Current holder of the lease; null when there is none. */
  owner: z.string().nullable(),
  /** Number of log events not yet read; a lower bound unless `lagExact`; null when unknown. */
  lagEvents: count.nullable(),
  lagExact: z.boolean(),
  /** Age in seconds of the oldest unread event. */
  lagSeconds: z.number().nonnegative().nullable(),
  /** Percentage of the log that has been read, 0–100; null when unknown. */
  progress: z.number().min(0).max(100).nullable(),
  parked: count,
  updatedAt: moment,
});
export type ProjectionRow = z.infer<typeof projectionRow>;

/** A stream parked by a projection, with the fault text of the database or the code. */
export const parkedRow = z.object({
  projection: z.string(),
  generation: z.number().int(),
  /** Its generation serves reads, so a retry is useful; a generation being built retries its streams by itself. */
  live: z.boolean(),
  stream: z.string(),
  since: moment,
  attempts: count,
  error: z.string(),
});
export type ParkedRow = z.infer<typeof parkedRow>;

/** Last seal (signed statement about the whole log); `forged` when the signature does not match the key it names. */
export const sealFigures = z.discriminatedUnion('state', [
  z.object({
    state: z.enum(['genuine', 'forged']),
    at: moment,
    /** Number of events and streams that the seal covers. */
    events: count,
    streams: count,
    /** Fingerprint of the public key for comparison by an auditor: hex SHA-256. */
    fingerprint: z.string(),
  }),
  z.object({ state: z.literal('unreadable') }),
]);
export type SealFigures = z.infer<typeof sealFigures>;

export const nodeRow = z.object({
  /** Changes with each start of the node. */
  id: z.string(),
  /** False when the node's last heartbeat is too old. */
  alive: z.boolean(),
  seenAt: moment,
});
export type NodeRow = z.infer<typeof nodeRow>;

/** A job that failed as often as it is tried by itself. */
export const failedJob = z.object({
  name: z.string(),
  /** Times that it came to this since it was last tried again. */
  failures: count,
  since: moment,
  /** Of the last time. */
  error: z.string(),
});
export type FailedJob = z.infer<typeof failedJob>;

/** GET /operaciones/registro/ */
export const logStatus = z.object({
  /** Time at which these figures were read. */
  at: moment,
  log: logFigures,
  projections: z.array(projectionRow),
  parked: z.array(parkedRow),
  /** Null before the first seal. */
  seal: sealFigures.nullable(),
  /** Server nodes seen during the last day; null when there are none. */
  nodes: z.array(nodeRow).nullable(),
  jobs: z.array(failedJob),
});
export type LogStatus = z.infer<typeof logStatus>;

/** Names contain no control characters, and PostgreSQL rejects NUL in parameters. */
const nameOf = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u);

/** POST /operaciones/registro/reintentos/: one parked stream, all of a projection, or all. */
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

/** POST /operaciones/registro/trabajos/ */
export const retryJobBody = z.object({ job: nameOf(120) }).strict();

export const retryOutcome = z.object({
  projection: z.string(),
  stream: z.string(),
  ok: z.boolean(),
  /** Fault that keeps the stream parked. */
  error: z.string().nullable(),
});
export type RetryOutcome = z.infer<typeof retryOutcome>;
