import { createAuditModel } from '../audit-model.ts';
import type { AuditModel } from '../model.ts';
import { createTreeDocument, project } from '../project.ts';

/**
 * What a simulated cluster is made of. The product's own modules, and the manners of store, node and
 * client that the room's protocol asks for; a mutant replaces one of them with a faulty one.
 */
export interface Parts {
  readonly model: AuditModel;
  readonly project: typeof project;
  readonly createDocument: typeof createTreeDocument;
  /** The store refuses an append whose expected version is not the head. */
  readonly storeChecksVersions: boolean;
  /** The store remembers what was answered to (session, seq). */
  readonly storeJournals: boolean;
  /** A refusal or no-op is answered only after the store confirmed the version it was judged at. */
  readonly nodeConfirmsRefusals: boolean;
  /** The document's advance goes out before the answers that depend on it. */
  readonly nodeAdvancesFirst: boolean;
  /** The intents of a batch are judged each on top of those before it. */
  readonly nodeStacksBatch: boolean;
  /** A client sends again on every connection what was not answered. */
  readonly clientResends: boolean;
  /** A client puts what was refused in the tray. */
  readonly clientKeepsRefused: boolean;
  /** A client judges its pending intents anew whenever its base moves. */
  readonly clientRebases: boolean;
}

export const productParts = (): Parts => ({
  model: createAuditModel(),
  project,
  createDocument: createTreeDocument,
  storeChecksVersions: true,
  storeJournals: true,
  nodeConfirmsRefusals: true,
  nodeAdvancesFirst: true,
  nodeStacksBatch: true,
  clientResends: true,
  clientKeepsRefused: true,
  clientRebases: true,
});
