import type { EventStore } from '@cotejo/event-store';
import type { ProjectionRunner, Projector } from '@cotejo/projections';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PersonView } from '../fields.ts';

/** What contexts need to know of whoever asks. */
export interface Asker {
  readonly userId: string;
  readonly accountId: string;
  readonly sessionId: string | null;
}

/** A reference with the values that stand beside it: an item is looked for in the audit of its row. */
export interface Referring {
  readonly id: string;
  readonly beside: Readonly<Record<string, unknown>>;
}
/** Name of each, in the same order; null for what is not there, or not for this person to open. */
export type ReadReferences<P> = (
  principal: P,
  referring: readonly Referring[],
) => Promise<readonly ({ readonly code: string | null; readonly name: string } | null)[]>;

/** What the application gives to every context. */
export interface Ground<P extends Asker> {
  readonly store: EventStore;
  /** Of the read models; knows the entities of all contexts. */
  readonly db: DataSource;
  /** Connections of requests. */
  readonly pool: Pool;
  readonly clock: () => Date;
  readonly log: { info(facts: object, message: string): void };
  /** Starts a projector, which stops with the server. */
  readonly run: (projector: Projector) => ProjectionRunner;
  /** Runners of every projector on this node, once all contexts are open. */
  readonly runners: () => readonly ProjectionRunner[];
  readonly isReadable: (type: string, schemaVersion: number) => boolean;
  /** The one policy; without an object: whether the right reaches everything. */
  readonly can: (
    principal: P,
    permission: string,
    object?: { readonly createdBy?: string; readonly assignee?: string },
  ) => boolean;
  /** Somebody of the account; null where it has no such person. */
  readonly person: (account: string, id: string) => PersonView | null;
  /** The account's day at a moment, `yyyy-MM-dd`. */
  readonly dayOf: (account: string, at: Date) => string;
  /** By target of a reference field. */
  readonly references: Readonly<Record<string, ReadReferences<P>>>;
}
