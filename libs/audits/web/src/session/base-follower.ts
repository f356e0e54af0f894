import type { ItemId } from '@cotejo/audits-contracts';
import { itemTitle } from '@cotejo/audits-domain';
import type { PendingIntent, RoomConnection } from '@cotejo/rooms/client';
import type * as Y from 'yjs';
import { followDocument } from './follow-document.ts';
import type { OptimisticTree } from './optimistic-tree.ts';
import { OverwriteWatch, touchOf, type Notice, type Touch } from './remote-changes.ts';
import { RemoteSummaries, type RemoteSummary } from './remote-summary.ts';

export interface BaseListener {
  /** Another document from now on. */
  onReplaced(): void;
  onNotice(notice: Notice): void;
  onSummary(summary: RemoteSummary): void;
}

/** Takes what the server commits into the tree, and notices what of it others did. */
export class BaseFollower {
  private readonly overwrites: OverwriteWatch;
  private readonly summaries: RemoteSummaries;
  private touches: Touch[] = [];
  private stop: () => void = () => undefined;
  /** A base that could not be read was thrown away: once is enough. */
  private hasDistrusted = false;

  constructor(
    private readonly tree: OptimisticTree,
    private readonly connection: RoomConnection,
    private readonly me: string,
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
        // What an empty base is filled with is no news.
        const touch = mirror.version < 0 ? null : touchOf(old, id, record, mirror.version, this.me);
        if (touch) {
          this.touches.push(touch);
          const { pending } = this.connection.outbox;
          for (const notice of this.overwrites.onRemote(old, id, record, pending))
            this.listener.onNotice(notice);
        }
        tree.apply(id, record);
      },
      onGone: (id) => tree.remove(id),
      onAudit: (record) => tree.applyAudit(record),
      onCorrupt: (error) => this.distrust(error),
    });
    this.listener.onReplaced();
  }

  /** What others changed since this was last asked. */
  takeTouches(): readonly Touch[] {
    const { touches } = this;
    this.touches = [];
    this.summaries.add(touches);
    return touches;
  }

  /** The server took an intent of this person. */
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

  /** A cache may rot; a server that says nonsense twice is a fault to be seen. */
  private distrust(error: unknown): void {
    if (this.hasDistrusted) {
      queueMicrotask(() => {
        throw error;
      });
      return;
    }
    this.hasDistrusted = true;
    // The connection is in the middle of handing this document over.
    queueMicrotask(() => this.connection.distrustBase());
  }
}
