import type { EventStore } from '@cotejo/event-store';
import type { Turns } from '@cotejo/http/shares';
import type { JobRunner } from '@cotejo/jobs';
import type { ProjectionRunner, Projector } from '@cotejo/projections';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PersonView } from '../fields.ts';
import type { ServedRecord } from './server-context.ts';

/** Minimal principal that contexts need. */
export interface Asker {
  readonly userId: string;
  readonly accountId: string;
  readonly sessionId: string | null;
}

/** A reference with the other values of its row: an audit's item is resolved within the row's audit. */
export interface Referring {
  readonly id: string;
  readonly beside: Readonly<Record<string, unknown>>;
}
/** Resolves references, in order; null for those that do not exist or that this user may not open. */
export type ReadReferences<P> = (
  principal: P,
  referring: readonly Referring[],
) => Promise<readonly NamedReference[]>;
export type NamedReference = {
  readonly code: string | null;
  readonly name: string;
  /** It is in the trash: still shown by name, but not to be chosen. */
  readonly isRemoved?: boolean;
} | null;

/** Services that the application provides to every context. */
export interface Ground<P extends Asker> {
  readonly store: EventStore;
  /** Data source of the read models, with the entities of all contexts. */
  readonly db: DataSource;
  /** Connection pool for requests. */
  readonly pool: Pool;
  readonly clock: () => Date;
  readonly log: { info(facts: object, message: string): void };
  /** Starts a projector, which stops with the server. */
  readonly run: (projector: Projector) => ProjectionRunner;
  /** Runners of all projectors on this node, available once all contexts are open. */
  readonly runners: () => readonly ProjectionRunner[];
  /** Documents that this node writes at once. */
  readonly documents: Turns;
  /** Jobs that failed as often as they are tried. */
  readonly jobs: Pick<JobRunner, 'dead' | 'retry'>;
  readonly isReadable: (type: string, schemaVersion: number) => boolean;
  /** Access policy; without an object: whether the right covers everything. */
  readonly can: (
    principal: P,
    permission: string,
    object?: { readonly createdBy?: string; readonly assignee?: string },
  ) => boolean;
  /** A user of the account; null when there is no such user. */
  readonly person: (account: string, id: string) => PersonView | null;
  /** The account's calendar day at a moment, `yyyy-MM-dd`. */
  readonly dayOf: (account: string, at: Date) => string;
  /** Records of all contexts: reference fields can name them. */
  readonly records: readonly ServedRecord[];
  /** By target of a reference field that names no record. */
  readonly references: Readonly<Record<string, ReadReferences<P>>>;
}
