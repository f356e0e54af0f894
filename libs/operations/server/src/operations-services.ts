import type { Ground } from '@cotejo/record/server';

/** Services used by the handlers for product administrators. */
export type OperationsServices = Pick<Ground<never>, 'store' | 'pool' | 'runners' | 'jobs' | 'clock' | 'log'>;
