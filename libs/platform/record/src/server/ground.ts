import type { EventStore } from '@cotejo/event-store';
import type { FilePlaces } from '@cotejo/files/server';
import type { Authenticator, ErrorTexts } from '@cotejo/http/server';
import type { PersonPace, WorkLimiter } from '@cotejo/http/shares';
import type { JobRunner } from '@cotejo/jobs';
import type { ProjectionRunner, Projector } from '@cotejo/projections';
import type { PresenceRoll } from '@cotejo/rooms/server';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PersonView, ReferenceDetails } from '../fields.ts';
import type { Port } from '../port.ts';

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
  /** For the rules of the records that refer to it, as `Others.referred`. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Shown to readers beside the name. */
  readonly details?: ReferenceDetails;
} | null;

/** Settings of the installation that contexts read. */
export interface InstallationSettings {
  /** Bytes of one file. */
  readonly mostFileBytes: number;
  /** Groups and controls of an imported catalogue. */
  readonly mostImportedItems: number;
  /** Milliseconds that waiting clients stay connected while the store is unreachable. */
  readonly mostPauseMs: number;
}

/** Services that the application provides to every context. */
export interface Ground<P extends Asker> {
  readonly store: EventStore;
  /** Data source of the read models, with the entities of all contexts. */
  readonly db: DataSource;
  /** Connection pool for requests. */
  readonly pool: Pool;
  readonly clock: () => Date;
  readonly log: Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>;
  /** What contexts provide under a port, in the order of the manifests. */
  readonly all: <T>(port: Port<T>) => readonly T[];
  /** The first of them; throws where there is none. */
  readonly the: <T>(port: Port<T>) => T;
  /** Runner of a projector of the manifests on this node. */
  readonly projection: (projector: Projector) => ProjectionRunner;
  readonly runners: readonly ProjectionRunner[];
  /** Connection string of the application's role, for connections that listen. */
  readonly databaseUrl: string;
  /** Incarnation of the event store. */
  readonly incarnation: string;
  readonly files: FilePlaces;
  readonly settings: InstallationSettings;
  readonly texts: ErrorTexts;
  /** Identifies users by the application's principal. */
  readonly authenticator: Authenticator;
  /** Whether this node's data of access is current enough to judge rights; false = gave up waiting. */
  readonly mayJudge: () => boolean | Promise<boolean>;
  /** Judges again which feeds a user may follow. */
  readonly recheck: (user: string) => Promise<void>;
  /** People in the rooms of all nodes. */
  readonly present: PresenceRoll;
  readonly pace: PersonPace;
  /** Steps of closing, run in reverse order when the server stops. */
  readonly closing: { add(name: string, close: () => Promise<void> | void): void };
  /** Documents that this node writes at once. */
  readonly documents: WorkLimiter;
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
  /** Whether a user of the account does audit work: neither a guest nor an owner of action plans. */
  readonly isStaff: (account: string, id: string) => boolean;
  /** The account's calendar day at a moment, `yyyy-MM-dd`. */
  readonly dayOf: (account: string, at: Date) => string;
  /** By target of a reference field that names no record. */
  readonly references: Readonly<Record<string, ReadReferences<P>>>;
}
