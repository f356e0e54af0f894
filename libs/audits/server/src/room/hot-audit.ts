import * as Y from 'yjs';
import { z } from 'zod';
import {
  auditStream,
  ITEMS_MAP,
  PROJECTION_VERSION,
  type StoredAuditEvent,
  type TreeRecord,
} from '@cotejo/audits-contracts';
import {
  AuditState,
  createTreeDocument,
  loadTreeDocument,
  documentIdOf,
  project,
  PROJECTION_ORIGIN,
  type AuditModel,
} from '@cotejo/audits-domain';
import type { EventStore, RecordedEvent, Snapshot } from '@cotejo/event-store';
import { storedEvent } from './stored-event.ts';

/** Version of `FrozenAudit`, beside the state's own. */
const SNAPSHOT_SHAPE = 1;
/** Version of the last compaction of a document that was never compacted. */
const NEVER_COMPACTED = -1;
/** Events that are folded in one go when an audit is loaded, so that others get their turn. */
const LOAD_CHUNK = 1_000;

/** A snapshot keeps the document's bytes too: one that lived through all events has these very bytes. */
const frozenAudit = z.object({
  documentId: z.string(),
  document: z.base64(),
  import: z.object({ operation: z.string().nullable(), discarded: z.boolean() }),
  state: z.json(),
});

/** Of an audit that an import made: the operation that fills it, and whether it was given up. */
interface ImportStory {
  operation: string | null;
  discarded: boolean;
}

export interface Committed {
  readonly from: number;
  readonly to: number;
  readonly link: string;
  readonly update: Uint8Array | null;
}

/**
 * An audit in memory: its state, its tree document and the head of its chain, which move together, event by
 * event. The document is the same, byte for byte, on every node that has the same version.
 */
export class HotAudit {
  constructor(
    private readonly model: AuditModel,
    readonly documentId: string,
    readonly document: Y.Doc,
    readonly state: AuditState,
    private head: string,
    private readonly made: ImportStory,
  ) {}

  get version(): number {
    return this.state.version;
  }

  get link(): string {
    return this.head;
  }

  /** An import that was given up leaves an audit behind that nobody is shown. */
  get discarded(): boolean {
    return this.made.discarded;
  }

  /** From the latest snapshot and what came after it; null when there is no such audit. */
  static async load(store: EventStore, model: AuditModel, auditId: string): Promise<HotAudit | null> {
    const stream = auditStream(auditId);
    const { incarnation } = await store.identity();
    const documentId = documentIdOf(incarnation, PROJECTION_VERSION, NEVER_COMPACTED);
    const hot = (await thawLatest(store, model, documentId, stream)) ?? unborn(model, documentId);
    await hot.readOn(store, stream);
    return hot.state.exists ? hot : null;
  }

  /**
   * Folds events in; those it has already are passed over.
   * @returns null when nothing was new, 'gap' when events are missing before the first new one
   * @throws on an event that this version of the program does not know; the audit is of no use after that
   */
  take(events: readonly StoredAuditEvent[], link: string): Committed | 'gap' | null {
    const fresh = events.filter((event) => event.version > this.version);
    const first = fresh[0];
    if (!first) return null;
    if (first.version !== this.version + 1) return 'gap';
    const from = this.version;
    let update: Uint8Array | null = null;
    const onUpdate = (bytes: Uint8Array): void => {
      update = bytes;
    };
    this.document.on('update', onUpdate);
    try {
      this.document.transact(() => {
        for (const event of fresh) this.fold(event);
      }, PROJECTION_ORIGIN);
    } finally {
      this.document.off('update', onUpdate);
    }
    this.head = link;
    return { from, to: this.version, link, update };
  }

  /** Reads from the stream what is missing, in chunks. */
  async readOn(
    store: EventStore,
    stream: string,
    onCommitted: (committed: Committed, events: readonly StoredAuditEvent[]) => void = () => undefined,
  ): Promise<void> {
    let chunk: RecordedEvent[] = [];
    const takeChunk = (): void => {
      const last = chunk.at(-1);
      if (!last) return;
      const events = chunk.map((event) => storedEvent(event, this.model.events));
      const committed = this.take(events, last.link);
      if (committed === 'gap') throw new Error(`${stream} has a gap after version ${this.version}`);
      if (committed) onCommitted(committed, events);
      chunk = [];
    };
    for await (const event of store.read(stream, { from: BigInt(this.version + 1) })) {
      chunk.push(event);
      if (chunk.length < LOAD_CHUNK) continue;
      takeChunk();
      await new Promise((resolve) => setImmediate(resolve));
    }
    takeChunk();
  }

  freeze(auditId: string): Snapshot {
    return {
      stream: auditStream(auditId),
      version: BigInt(this.version),
      stateVersion: roomSnapshotVersionOf(this.model),
      link: this.head,
      state: {
        documentId: this.documentId,
        document: Buffer.from(Y.encodeStateAsUpdate(this.document)).toString('base64'),
        import: { ...this.made },
        state: this.state.freeze(this.model.slices),
      },
    };
  }

  private fold(event: StoredAuditEvent): void {
    if (event.version !== this.version + 1) throw new Error(`version ${event.version} after ${this.version}`);
    this.model.evolve(this.state, event);
    project(this.document, this.state, event);
    if (this.state.source !== null) followImport(this.made, event);
  }
}

function followImport(made: ImportStory, { type, data }: StoredAuditEvent): void {
  const operation = typeof data['operation'] === 'string' ? data['operation'] : null;
  if (type === 'OperationStarted' && data['what'] === 'import') made.operation = operation;
  if (type === 'OperationDiscarded' && made.operation === operation) made.discarded = true;
}

/** State version under which rooms keep their snapshots. */
export const roomSnapshotVersionOf = (model: AuditModel): number => model.stateVersion * 100 + SNAPSHOT_SHAPE;

const unborn = (model: AuditModel, documentId: string): HotAudit =>
  new HotAudit(model, documentId, createTreeDocument(documentId), new AuditState(), '', {
    operation: null,
    discarded: false,
  });

/**
 * The newest snapshot that belongs to this log; those that do not are taken away. Snapshots are disposable:
 * nothing that is wrong with one may cost the room.
 */
async function thawLatest(
  store: EventStore,
  model: AuditModel,
  documentId: string,
  stream: string,
): Promise<HotAudit | null> {
  const stateVersion = roomSnapshotVersionOf(model);
  for (let below: bigint | undefined; ;) {
    const snapshot = await store.snapshots.latest(stream, stateVersion, below);
    if (!snapshot) return null;
    const hot = (await isOfThisLog(store, snapshot)) ? thaw(model, documentId, snapshot) : null;
    if (hot) return hot;
    await store.snapshots.drop(stream, [snapshot]);
    below = snapshot.version - 1n;
  }
}

/** Whether the log has, at the snapshot's version, the link that the snapshot was made at. */
async function isOfThisLog(store: EventStore, { stream, version, link }: Snapshot): Promise<boolean> {
  for await (const event of store.read(stream, { from: version, to: version })) return event.link === link;
  return false;
}

/** Null for a snapshot of another document (of before a restore, or of another projection) or a damaged one. */
function thaw(model: AuditModel, documentId: string, snapshot: Snapshot): HotAudit | null {
  const frozen = frozenAudit.safeParse(snapshot.state);
  if (!frozen.success || frozen.data.documentId !== documentId) return null;
  try {
    const doc = loadTreeDocument(documentId, Buffer.from(frozen.data.document, 'base64'));
    const state = AuditState.thaw(frozen.data.state, model.slices);
    if (BigInt(state.version) !== snapshot.version || !showsAll(doc, state)) return null;
    return new HotAudit(model, documentId, doc, state, snapshot.link, frozen.data.import);
  } catch {
    return null;
  }
}

/** Whether a document shows each item as the state has it: bytes may be well formed and yet not all there. */
function showsAll(doc: Y.Doc, state: AuditState): boolean {
  const items = doc.getMap<TreeRecord>(ITEMS_MAP);
  for (const { id, version } of state.nodes()) if (items.get(id)?.version !== version) return false;
  return true;
}
