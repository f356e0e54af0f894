import type { LogStatus, ProjectionState } from '@cotejo/operations-contracts';
import type { StatusTone } from '@cotejo/ui';

/** Overall state: all is well, a projection is late or a build is running, or an administrator has to act. */
export type OverallState = 'well' | 'busy' | 'attention';

export function overallState({ projections, parked, jobs, seal }: LogStatus): OverallState {
  const isSealBroken = seal !== null && seal.state !== 'genuine';
  const isSetAside = parked.length > 0 || jobs.length > 0;
  if (isSealBroken || isSetAside || projections.some(({ state }) => state === 'stopped')) return 'attention';
  return projections.some(({ state }) => state !== 'live') ? 'busy' : 'well';
}

export const OVERALL_TONE: Readonly<Record<OverallState, StatusTone>> = {
  well: 'reviewed',
  busy: 'progress',
  attention: 'rejected',
};

export const PROJECTION_TONE: Readonly<Record<ProjectionState, StatusTone>> = {
  live: 'reviewed',
  behind: 'progress',
  building: 'assigned',
  waiting: 'new',
  stopped: 'rejected',
};
