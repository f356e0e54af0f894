import type { AuditModel } from '../model.ts';
import { createTreeDocument, documentIdOf, project, projectAll } from '../project.ts';
import { modelOfBefore, modelOfNow, type Release } from './releases.ts';

/** How a browser treats its person's work; a mutant forgets one of these. */
export interface ClientManners {
  /** Sends again on every connection what was not answered. */
  readonly resends: boolean;
  /** Puts what was refused in the tray. */
  readonly keepsRefused: boolean;
  /** Judges its pending intents anew whenever its base moves. */
  readonly rebases: boolean;
  /** Finds after a reload what was not answered before. */
  readonly remembers: boolean;
  /** Continues what a page of the same person left behind. */
  readonly inherits: boolean;
  /** Drops its base when the server's document is another one. */
  readonly resets: boolean;
}

/**
 * What a simulated cluster is made of. The product's own modules, and the manners of store, node and
 * client that the room's protocol asks for; a mutant replaces one of them with a faulty one.
 */
export interface Parts {
  readonly models: Readonly<Record<Release, AuditModel>>;
  readonly project: typeof project;
  readonly projectAll: typeof projectAll;
  readonly createDocument: typeof createTreeDocument;
  readonly documentIdOf: typeof documentIdOf;
  /** The store refuses an append whose expected version is not the head. */
  readonly storeChecksVersions: boolean;
  /** The store remembers what was answered to (session, seq). */
  readonly storeJournals: boolean;
  /** What a client confirmed is kept as long as an intent may still be under way. */
  readonly storeKeepsConfirmed: boolean;
  /** A refusal or no-op is answered only after the store confirmed the version it was judged at. */
  readonly nodeConfirmsRefusals: boolean;
  /** The document's advance goes out before the answers that depend on it. */
  readonly nodeAdvancesFirst: boolean;
  /** The intents of a batch are judged each on top of those before it. */
  readonly nodeStacksBatch: boolean;
  /** A batch is one request with one expected version. */
  readonly nodeAppendsWhole: boolean;
  /** A client whose base is not of the node's document, or not of its history, is told to drop it. */
  readonly nodeResets: boolean;
  /** A room that meets an event it cannot read is given up. */
  readonly nodeStopsAtUnknown: boolean;
  /** What some node cannot read yet is not written. */
  readonly nodeAwaitsReaders: boolean;
  /** A snapshot of another document, as there is after a restore, is not used. */
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
