import type { AuditModel } from '../model/model.ts';
import { createTreeDocument, documentIdOf, project, projectAll } from '../model/project.ts';
import { modelOfBefore, modelOfNow, type Release } from './releases.ts';

/** Properties of a correct client; a mutant lacks one of them. */
export interface ClientManners {
  /** Resends unanswered intents on every connection. */
  readonly resends: boolean;
  /** Keeps refused intents in the tray. */
  readonly keepsRefused: boolean;
  /** Decides its pending intents again whenever its base changes. */
  readonly rebases: boolean;
  /** Finds its unanswered intents again after a reload. */
  readonly remembers: boolean;
  /** Takes over the intents of a closed page of the same user. */
  readonly inherits: boolean;
  /** Drops its base when the server's document is another one. */
  readonly resets: boolean;
}

/**
 * Components of a simulated cluster: the product's own modules, and the properties that the room protocol
 * requires of store, node and client. A mutant replaces one of them.
 */
export interface Parts {
  readonly models: Readonly<Record<Release, AuditModel>>;
  readonly project: typeof project;
  readonly projectAll: typeof projectAll;
  readonly createDocument: typeof createTreeDocument;
  readonly documentIdOf: typeof documentIdOf;
  /** The store rejects an append whose expected version is not the head. */
  readonly storeChecksVersions: boolean;
  /** The store records the answers by (session, seq). */
  readonly storeJournals: boolean;
  /** Confirmed answers are kept as long as an intent may still be in flight. */
  readonly storeKeepsConfirmed: boolean;
  /** A refusal or no-op is answered only after the store confirmed the version at which it was decided. */
  readonly nodeConfirmsRefusals: boolean;
  /** The document's advance is sent before the answers that depend on it. */
  readonly nodeAdvancesFirst: boolean;
  /** Each intent of a batch is decided on the state after those before it. */
  readonly nodeStacksBatch: boolean;
  /** A batch is one append with one expected version. */
  readonly nodeAppendsWhole: boolean;
  /** A client whose base is not from the node's document or history must drop it. */
  readonly nodeResets: boolean;
  /** A room that meets an unreadable event is dropped. */
  readonly nodeStopsAtUnknown: boolean;
  /** Events that some node cannot read yet are not written. */
  readonly nodeAwaitsReaders: boolean;
  /** A snapshot of another document, as exists after a restore, is not used. */
  readonly nodeChecksSnapshots: boolean;
  readonly client: ClientManners;
}

export const productParts = (): Parts => ({
  models: { before: modelOfBefore(), now: modelOfNow() },
  project,
  projectAll,
  createDocument: createTreeDocument,
  documentIdOf,
  storeChecksVersions: true,
  storeJournals: true,
  storeKeepsConfirmed: true,
  nodeConfirmsRefusals: true,
  nodeAdvancesFirst: true,
  nodeStacksBatch: true,
  nodeAppendsWhole: true,
  nodeResets: true,
  nodeStopsAtUnknown: true,
  nodeAwaitsReaders: true,
  nodeChecksSnapshots: true,
  client: {
    resends: true,
    keepsRefused: true,
    rebases: true,
    remembers: true,
    inherits: true,
    resets: true,
  },
});
