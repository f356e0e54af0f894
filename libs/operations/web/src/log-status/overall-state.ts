import type { LogStatus, ProjectionState } from '@cotejo/operations-contracts';
import type { StatusTone } from '@cotejo/ui';

/** What the page says first: all is well, something is late or under way, or somebody has to act. */
export type OverallState = 'well' | 'busy' | 'attention';

export function overallState({ projections, parked, seal }: LogStatus): OverallState {
  const isSealBroken = seal !== null && seal.state !== 'genuine';
  if (isSealBroken || parked.length > 0 || projections.some(({ state }) => state === 'stopped'))
    return 'attention';
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
