import { auditOfStream, PROJECTION_VERSION, type ItemId } from '@cotejo/audits-contracts';
import {
  AuditState,
  createAuditModel,
  createTreeDocument,
  documentIdOf,
  project,
  type AuditModel,
} from '@cotejo/audits-domain';
import type { RecordedEvent } from '@cotejo/event-store';
import { worksheetSlices } from '@cotejo/worksheets-domain';
import * as Y from 'yjs';
import { storedEvent } from '../../../libs/audits/server/src/room/documents/stored-event.ts';
import type { ItemHistory, ItemThen } from '../history/check-effects.ts';

/** Expected documents of audits: folded here from the log, event by event, from the first one. */
export class AuditFolds {
  private readonly model: AuditModel = createAuditModel(worksheetSlices);
  private readonly folds = new Map<string, Fold>();

  constructor(private readonly incarnation: string) {}

  /** Adds a stream to the folded ones; all others are ignored. */
  follow(stream: string): void {
    if (this.folds.has(stream)) return;
    const id = documentIdOf(this.incarnation, PROJECTION_VERSION, -1);
    this.folds.set(stream, new Fold(this.model, createTreeDocument(id)));
  }

  forget(stream: string): void {
    this.folds.delete(stream);
  }

  take(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      if (auditOfStream(event.stream) !== null) this.folds.get(event.stream)?.take(event);
    }
  }

  versionOf(stream: string): number {
    return this.folds.get(stream)?.version ?? -1;
  }

  documentOf(stream: string): Uint8Array | null {
    const fold = this.folds.get(stream);
    return fold ? Y.encodeStateAsUpdate(fold.document) : null;
  }

  linkAt(stream: string, version: number): string | undefined {
    return this.folds.get(stream)?.links[version];
  }

  historyOf(stream: string): ItemHistory | null {
    return this.folds.get(stream)?.history ?? null;
  }
}

class Fold {
  readonly links: string[] = [];
  private readonly state = new AuditState();
  private readonly past = new Map<string, { readonly version: number; readonly item: ItemThen }[]>();

  constructor(
    private readonly model: AuditModel,
    readonly document: Y.Doc,
  ) {}

  get version(): number {
    return this.state.version;
  }

  take(event: RecordedEvent): void {
    const stored = storedEvent(event);
    this.model.evolve(this.state, stored);
    project(this.document, this.state, stored);
    this.links[stored.version] = event.link;
    const { id } = event.data;
    if (typeof id === 'string') this.remember(id as ItemId, stored.version);
  }

  readonly history: ItemHistory = (item, from, to) => {
    const past = this.past.get(item) ?? [];
    const before = past.filter(({ version }) => version <= from).at(-1);
    const between = past.filter(({ version }) => version > from && version <= to);
    return [before?.item ?? null, ...between.map(({ item: was }) => was)];
  };

  private remember(id: ItemId, version: number): void {
    const node = this.state.get(id);
    if (!node) return;
    const { name, code, status, assignee, place, deleted } = node;
    const item = { name, code, status, assignee, parent: place[0], deleted: deleted !== null };
    const past = this.past.get(id);
    if (past) past.push({ version, item });
    else this.past.set(id, [{ version, item }]);
  }
}
