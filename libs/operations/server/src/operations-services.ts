import type { EventStore } from '@cotejo/event-store';
import type { ProjectionRunner } from '@cotejo/projections';
import type { Pool } from 'pg';

export interface OperationsLog {
  info(facts: object, message: string): void;
}

/** What the calls for product administrators work with; the application makes it. */
export interface OperationsServices {
  readonly store: EventStore;
  readonly pool: Pool;
  /** Runners of every projector on this node. */
  readonly runners: readonly Pick<ProjectionRunner, 'projector' | 'retry'>[];
  readonly clock: () => Date;
  readonly log: OperationsLog;
}
