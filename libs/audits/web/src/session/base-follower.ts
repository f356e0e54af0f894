import type { ItemId } from '@cotejo/audits-contracts';
import { itemTitle } from '@cotejo/audits-domain';
import type { PendingIntent, RoomConnection } from '@cotejo/rooms/client';
import type * as Y from 'yjs';
import { followDocument } from './follow-document.ts';
import type { OptimisticTree } from './rows/optimistic-tree.ts';
import { OverwriteWatch, touchOf, type Notice, type Touch } from './rows/remote-changes.ts';
import type { OwnVoidings } from './rows/own-voidings.ts';
import { RemoteSummaries, type RemoteSummary } from './rows/remote-summary.ts';

export interface BaseListener {
  /** The document was replaced. */
  onReplaced(): void;
  onNotice(notice: Notice): void;
  onSummary(summary: RemoteSummary): void;
}

/** Applies the server's document to the tree and detects changes made by other users. */
export class BaseFollower {
  private readonly overwrites: OverwriteWatch;
  private readonly summaries: RemoteSummaries;
  private touches: Touch[] = [];
  private stop: () => void = () => undefined;
  /** Whether an unreadable base was discarded already; it happens at most once. */
  private hasDistrusted = false;

  constructor(
    private readonly tree: OptimisticTree,
    private readonly connection: RoomConnection,
    private readonly me: string,
    private readonly voidings: OwnVoidings,
    private readonly listener: BaseListener,
  ) {
    this.overwrites = new OverwriteWatch(me);
    this.summaries = new RemoteSummaries(
      (item) => this.nameOf(item),
      (summary) => listener.onSummary(summary),
    );
  }

  follow(doc: Y.Doc): void {
    this.stop();
    this.stop = () => undefined;
    const { tree } = this;
    const { mirror } = tree;
    tree.clear();
    this.stop = followDocument(doc, {
      onRecord: (id, record) => {
        const old = mirror.get(id);
        // Records of the initial load are not highlighted.
        const touch = mirror.version < 0 ? null : touchOf(old, id, record, mirror.version, this.me);
        if (touch) {
          this.touches.push(touch);
          const { pending } = this.connection.outbox;
          for (const notice of this.overwrites.onRemote(old, id, record, pending))
            this.listener.onNotice(notice);
        }
        if (old && mirror.version >= 0 && record.changedBy === this.me)
          this.voidings.onRecord(old, id, record, this.connection.outbox.pending);
        tree.apply(id, record);
      },
      onGone: (id) => tree.remove(id),
      onAudit: (record) => tree.applyAudit(record),
      onStretches: (stretches) => tree.mirror.applyStretches(stretches),
      onCorrupt: (error) => this.distrust(error),
    });
    this.listener.onReplaced();
  }

  /** Returns and clears the changes by other users since the last call. */
  takeTouches(): readonly Touch[] {
    const { touches } = this;
    this.touches = [];
    this.summaries.add(touches);
    return touches;
  }

  /** The server accepted an intent of this user. */
  committed(intent: PendingIntent['intent']): void {
    const notices = this.overwrites.onCommitted(intent, (id) => this.tree.mirror.get(id));
    for (const notice of notices) this.listener.onNotice(notice);
  }

  close(): void {
    this.stop();
    this.summaries.stop();
  }

  private nameOf(item: ItemId): string {
    const node = this.tree.view.get(item);
    return node ? itemTitle(this.tree.view, node) : '';
  }

  /**
   * A first unreadable record is attributed to a corrupt cache, and the base is downloaded again; a second
   * one is a server fault and is thrown.
   */
  private distrust(error: unknown): void {
    if (this.hasDistrusted) {
      queueMicrotask(() => {
        throw error;
      });
      return;
    }
    this.hasDistrusted = true;
    // Deferred: the connection is still handing over this document.
    queueMicrotask(() => this.connection.distrustBase());
  }
}
