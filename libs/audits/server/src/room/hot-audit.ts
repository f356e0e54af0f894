import type * as Y from 'yjs';
import { z } from 'zod';
import { auditStream, type StoredAuditEvent } from '@cotejo/audits-contracts';
import { AuditState, project, PROJECTION_ORIGIN, type AuditModel } from '@cotejo/audits-domain';
import type { EventStore, RecordedEvent, Snapshot } from '@cotejo/event-store';
import { packedState, packing, unpackState } from '../history/packed-state.ts';
import { DocumentCopies, unpackCopy } from './document-copies.ts';
import { documentIdAt, firstEpoch, nextEpoch, thawEpoch, type DocumentEpoch } from './document-epoch.ts';
import { storedEvent } from './stored-event.ts';

/** Version of `FrozenAudit`, beside the state's own. */
const SNAPSHOT_SHAPE = 2;
/** Events that are folded in one go when an audit is loaded, so that others get their turn. */
const LOAD_CHUNK = 1_000;
/** Commits of which the chain link is remembered: clients that were away for a moment name one of them. */
const LINKS = 1_024;

/** A snapshot keeps the document's bytes too: one that lived through all events has these very bytes. */
const frozenAudit = z.object({
  documentId: z.string(),
  /** Brotli, base64. */
  document: z.base64(),
  import: z.object({ operation: z.string().nullable(), discarded: z.boolean() }),
  state: packedState,
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
  /** Null when nothing is to be shown, or the document is another one now. */
  readonly update: Uint8Array | null;
  /** The document was compacted: from here on it is another one. */
  readonly isCompacted: boolean;
}

/**
 * An audit in memory: its state, its tree document and the head of its chain, which move together, event by
 * event. The document is the same, byte for byte, on every node that has the same version.
 */
export class HotAudit {
  /** For whoever begins without the document. */
  readonly copies = new DocumentCopies(this);
  private readonly links = new Map<number, string>();

  constructor(
    private readonly model: AuditModel,
    private readonly incarnation: string,
    private epoch: DocumentEpoch,
    readonly state: AuditState,
    private head: string,
    private readonly made: ImportStory,
    /** Version of the snapshot that it was loaded from; -1 when there was none. */
    readonly thawedAt: number,
  ) {}

  get version(): number {
    return this.state.version;
  }

  get link(): string {
    return this.head;
  }

  get documentId(): string {
    return this.epoch.documentId;
  }

  get document(): Y.Doc {
    return this.epoch.document;
  }

  /** An import that was given up leaves an audit behind that nobody is shown. */
  get discarded(): boolean {
    return this.made.discarded;
  }

  /** From the latest snapshot and what came after it; null when there is no such audit. */
  static async load(store: EventStore, model: AuditModel, auditId: string): Promise<HotAudit | null> {
    const stream = auditStream(auditId);
    const { incarnation } = await store.identity();
    const hot = (await thawLatest(store, model, incarnation, stream)) ?? unborn(model, incarnation);
    await hot.readOn(store, stream);
    return hot.state.exists ? hot : null;
  }

  /** Chain link at a version that was lately the newest; null of others. */
  linkAt(version: number): string | null {
    return version === this.version ? this.head : (this.links.get(version) ?? null);
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
    const { version: from, epoch } = this;
    this.remember(from, this.head);
    let together: StoredAuditEvent[] = [];
    for (const event of fresh) {
      together.push(event);
      if (event.type !== 'TreeDocumentCompacted') continue;
      this.fold(together);
      this.compact();
      together = [];
    }
    const update = this.fold(together);
    this.head = link;
    const isCompacted = this.epoch !== epoch;
    return { from, to: this.version, link, update: isCompacted ? null : update, isCompacted };
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

  /** All of it as it is at the call; the work of packing it is done by the function that it gives back. */
  freezing(auditId: string): () => Promise<Snapshot> {
    const copy = this.copies.exact();
    const pack = packing(this.model, this.state);
    const key = { stream: auditStream(auditId), version: BigInt(this.version), link: this.link };
    const made = { ...this.made };
    return async () => {
      const { documentId, brotli } = await copy;
      const document = brotli.toString('base64');
      const stateVersion = roomSnapshotVersionOf(this.model);
      return { ...key, stateVersion, state: { documentId, document, import: made, state: await pack() } };
    };
  }

  /** One transaction, one update. */
  private fold(events: readonly StoredAuditEvent[]): Uint8Array | null {
    let update: Uint8Array | null = null;
    const onUpdate = (bytes: Uint8Array): void => {
      update = bytes;
    };
    this.document.on('update', onUpdate);
    try {
      this.document.transact(() => {
        for (const event of events) this.foldOne(event);
      }, PROJECTION_ORIGIN);
    } finally {
      this.document.off('update', onUpdate);
    }
    return update;
  }

  private foldOne(event: StoredAuditEvent): void {
    if (event.version !== this.version + 1) throw new Error(`version ${event.version} after ${this.version}`);
    this.model.evolve(this.state, event);
    project(this.document, this.state, event);
    if (this.state.source !== null) followImport(this.made, event);
  }

  private compact(): void {
    const { document } = this;
    this.epoch = nextEpoch(this.incarnation, this.state);
    document.destroy();
  }

  private remember(version: number, link: string): void {
    this.links.set(version, link);
    if (this.links.size <= LINKS) return;
    for (const oldest of this.links.keys()) {
      this.links.delete(oldest);
      return;
    }
  }
}

function followImport(made: ImportStory, { type, data }: StoredAuditEvent): void {
  const operation = typeof data['operation'] === 'string' ? data['operation'] : null;
  if (type === 'OperationStarted' && data['what'] === 'import') made.operation = operation;
  if (type === 'OperationDiscarded' && made.operation === operation) made.discarded = true;
}

/** State version under which rooms keep their snapshots. */
export const roomSnapshotVersionOf = (model: AuditModel): number => model.stateVersion * 100 + SNAPSHOT_SHAPE;

function unborn(model: AuditModel, incarnation: string): HotAudit {
  const state = new AuditState();
  const made = { operation: null, discarded: false };
  return new HotAudit(model, incarnation, firstEpoch(incarnation, state), state, '', made, -1);
}

/**
 * The newest snapshot that belongs to this log; those that do not are taken away. Snapshots are disposable:
 * nothing that is wrong with one may cost the room.
 */
async function thawLatest(
  store: EventStore,
  model: AuditModel,
  incarnation: string,
  stream: string,
): Promise<HotAudit | null> {
  const stateVersion = roomSnapshotVersionOf(model);
  for (let below: bigint | undefined; ;) {
    const snapshot = await store.snapshots.latest(stream, stateVersion, below);
    if (!snapshot) return null;
    const hot = (await isOfThisLog(store, snapshot)) ? await thaw(model, incarnation, snapshot) : null;
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
async function thaw(model: AuditModel, incarnation: string, snapshot: Snapshot): Promise<HotAudit | null> {
  const frozen = frozenAudit.safeParse(snapshot.state);
  if (!frozen.success) return null;
  const { documentId, import: made } = frozen.data;
  const brotli = Buffer.from(frozen.data.document, 'base64');
  try {
    const [update, state] = await Promise.all([
      unpackCopy({ brotli }),
      unpackState(model, frozen.data.state),
    ]);
    if (BigInt(state.version) !== snapshot.version || documentId !== documentIdAt(incarnation, state))
      return null;
    const epoch = thawEpoch(documentId, update, state);
    if (!epoch) return null;
    const hot = new HotAudit(model, incarnation, epoch, state, snapshot.link, made, state.version);
    hot.copies.prime({ documentId, version: state.version, link: snapshot.link, brotli });
    return hot;
  } catch {
    return null;
  }
}
