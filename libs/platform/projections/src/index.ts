export type { ProjectionLog, ProjectionTransaction, Projector } from './projector.ts';
export { ProjectionRunner, type RunnerOptions, type RunnerState } from './projection-runner.ts';
export { ProjectionSignals, type ProjectedListener } from './projection-signals.ts';
export { ProjectionError, type ProjectionErrorCode } from './projection-error.ts';
export { listParked, versionAt, type Generation, type ParkedStream } from './parked-streams.ts';
export { readProjectionStatus, type ProjectionStatus } from './read-status.ts';
export type { ProjectionLag } from './read-lag.ts';
export { retryParked, type RetryOptions, type RetryOutcome } from './retry-parked.ts';
export {
  rebuildProjection,
  type Rebuilt,
  type RebuildOptions,
  type RebuildProgress,
} from './rebuild/rebuild-projection.ts';
export { orderSkip, SKIP_EVENT, SKIP_STREAM, type SkipOrder } from './skipped-events.ts';
export { faultKindOf, type FaultKind } from './classify-fault.ts';
