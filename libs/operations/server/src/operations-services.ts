import type { Ground } from '@cotejo/record/server';

/** What the calls for product administrators work with. */
export type OperationsServices = Pick<Ground<never>, 'store' | 'pool' | 'runners' | 'clock' | 'log'>;
