export {
  PROJECTED_CHANNEL,
  type ProjectionLog,
  type ProjectionTransaction,
  type Projector,
} from './projector.ts';
export { ProjectionRunner, type RunnerOptions, type RunnerState } from './projection-runner.ts';
export { ProjectionSignals, type ProjectedListener } from './projection-signals.ts';
export { listParked, type ParkedStream } from './parked-streams.ts';
export { readProjectionStatus, type ProjectionStatus } from './read-status.ts';
export { type RetryOutcome } from './retry-parked.ts';
export { faultKindOf, type FaultKind } from './classify-fault.ts';
