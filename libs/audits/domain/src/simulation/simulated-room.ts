import * as Y from 'yjs';
import { PROJECTION_VERSION, type StoredAuditEvent } from '@cotejo/audits-contracts';
import type { AuditState } from '../model/audit-state.ts';
import type { AuditModel } from '../model/model.ts';
import { PROJECTION_ORIGIN } from '../model/project.ts';
import type { Parts } from './parts.ts';
import type { SimulatedStore } from './simulated-store.ts';

export const COMPACTION = 'TreeDocumentCompacted';

export const incarnationOf = ({ incarnation }: SimulatedStore): string =>
  `00000006-0000-4000-8000-${String(incarnation).padStart(12, '0')}`;

/** Hot state and tree document of the audit, with the document's id. */
export class Room {
  private lastUpdate: Uint8Array | null = null;

  constructor(
    private readonly parts: Parts,
    private readonly store: SimulatedStore,
    readonly state: AuditState,
    public documentId: string,
    public doc: Y.Doc,
  ) {
    this.listen();
  }

  get version(): number {
    return this.state.version;
  }

  /** Folds consecutive events; returns their changes to the document as one update. */
  take(model: AuditModel, events: readonly StoredAuditEvent[]): Uint8Array | null {
    this.lastUpdate = null;
    this.doc.transact(() => {
      for (const event of events) this.fold(model, event);
    }, PROJECTION_ORIGIN);
    return this.lastUpdate;
  }

  /** Skips an event: the fault that a correct node never commits. */
  skip(version: number): void {
    this.state.setAudit({ version });
  }

  private fold(model: AuditModel, event: StoredAuditEvent): void {
    model.evolve(this.state, event);
    if (event.type !== COMPACTION) return this.parts.project(this.doc, this.state, event);
    this.documentId = this.parts.documentIdOf(incarnationOf(this.store), PROJECTION_VERSION, event.version);
    this.doc = this.parts.createDocument(this.documentId);
    this.parts.projectAll(this.doc, this.state);
    this.listen();
  }

  private listen(): void {
    this.doc.on('update', (update: Uint8Array) => {
      this.lastUpdate = update;
    });
  }
}
