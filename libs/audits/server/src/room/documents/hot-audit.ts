import type * as Y from 'yjs';
import { z } from 'zod';
import { auditStream, type StoredAuditEvent } from '@cotejo/audits-contracts';
import { AuditState, project, PROJECTION_ORIGIN, type AuditModel } from '@cotejo/audits-domain';
import type { EventStore, RecordedEvent, Snapshot } from '@cotejo/event-store';
import { packedState, packing, unpackState } from '../../history/packed-state.ts';
import { DocumentCopies, unpackCopy } from './document-copies.ts';
import { documentIdAt, firstEpoch, nextEpoch, thawEpoch, type DocumentEpoch } from './document-epoch.ts';
import { storedEvent } from './stored-event.ts';

/** Version of the shape of `frozenAudit`; combined with the state version of the model. */
const SNAPSHOT_SHAPE = 2;
/** Events folded per tick while an audit is loaded, so that the event loop stays responsive. */
const LOAD_CHUNK = 1_000;
/** Number of past commits whose chain link is cached: reconnecting clients send one of them. */
const LINKS = 1_024;

/**
 * Content of a snapshot. It includes the document's bytes, which are those of a node that folded all events.
 */
const frozenAudit = z.object({
  documentId: z.string(),
  /** Yjs update, in brotli and base64. */
  document: z.base64(),
  import: z.object({ operation: z.string().nullable(), discarded: z.boolean() }),
  state: packedState,
});

/** For an audit created by an import: the import's operation, and whether it was discarded. */
interface ImportStory {
  operation: string | null;
  discarded: boolean;
}

export interface Committed {
  readonly from: number;
  readonly to: number;
  readonly link: string;
  /** Yjs update; null when the document did not change, or was replaced. */
  readonly update: Uint8Array | null;
  /** The document was compacted: from this version on, clients need the new document. */
  readonly isCompacted: boolean;
}

/**
 * An audit in memory: its state, its tree document and the head of its hash chain, updated together event by
 * event. The document is byte-identical on every node at the same version.
 */
export class HotAudit {
  /** Packed snapshots for clients that open the document. */
  readonly copies = new DocumentCopies(this);
  private readonly links = new Map<number, string>();

  constructor(
    private readonly model: AuditModel,
    private readonly incarnation: string,
    private epoch: DocumentEpoch,
    readonly state: AuditState,
    private head: string,
    private readonly made: ImportStory,
    /** Version of the snapshot that the audit was loaded from; -1 without a snapshot. */
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

  /** Whether the audit's import was discarded, or the audit purged; such an audit is hidden from all users. */
  get discarded(): boolean {
    return this.made.discarded || this.state.removal?.isPurged === true;
  }

  /** Loads the latest snapshot and the events after it; null when the audit does not exist. */
  static async load(store: EventStore, model: AuditModel, auditId: string): Promise<HotAudit | null> {
    const stream = auditStream(auditId);
    const { incarnation } = await store.identity();
    const hot = (await thawLatest(store, model, incarnation, stream)) ?? unborn(model, incarnation);
    await hot.readOn(store, stream);
    return hot.state.exists ? hot : null;
  }

  /** Chain link at the head or a recent commit; null for other versions. */
  linkAt(version: number): string | null {
    return version === this.version ? this.head : (this.links.get(version) ?? null);
  }

  /**
   * Folds events; those already folded are skipped.
   * @returns null when no event was new, 'gap' when events are missing before the first new one
   * @throws on an event type or version unknown to this release; the audit must be discarded then
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

  /** Reads and folds the missing events of the stream, in chunks. */
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

  /**
   * Captures the present audit and returns a function that packs it into a snapshot, which is the expensive
   * part.
   */
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

  /** Folds the events in one Yjs transaction, which yields a single update. */
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

/** State version under which rooms store their snapshots. */
export const roomSnapshotVersionOf = (model: AuditModel): number => model.stateVersion * 100 + SNAPSHOT_SHAPE;

function unborn(model: AuditModel, incarnation: string): HotAudit {
  const state = new AuditState();
  const made = { operation: null, discarded: false };
  return new HotAudit(model, incarnation, firstEpoch(incarnation, state), state, '', made, -1);
}

/**
 * The newest snapshot that belongs to this log; invalid ones are deleted. Snapshots are disposable: a damaged
 * one must never prevent loading the audit.
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

/**
 * Whether the log has the snapshot's chain link at the snapshot's version (false after a restore of the log).
 */
async function isOfThisLog(store: EventStore, { stream, version, link }: Snapshot): Promise<boolean> {
  for await (const event of store.read(stream, { from: version, to: version })) return event.link === link;
  return false;
}

/** Null for a damaged snapshot, or one of another document (before a restore, or of another projection). */
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
