import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId } from '@cotejo/audits-contracts';
import type { AuditMirror } from '@cotejo/audits-domain';
import type { AuditListEntry } from './reads/list-audits.ts';
import type { ReadDatabase } from './read-database.ts';
import { readStretches } from './reads/read-stretches.ts';
import { countLiving, readChangedFigures } from './reads/read-tree.ts';
import { readWholeFigures } from './reads/read-whole-figures.ts';
import { putFigures } from './reads/view-of-rows.ts';

interface Kept {
  readonly view: AuditMirror;
  /** Audit version that the view includes at least. */
  version: number;
  usedAt: number;
}

/** Maximum of items in all cached trees: about ten megabytes per ten thousand items. */
const MOST_ITEMS = 100_000;
const REST_MS = 60_000;

type Entry = Pick<AuditListEntry, 'id' | 'version' | 'recordType' | 'operation'>;

/**
 * Cache of the trees of audits whose summary is being followed, reduced to the fields that figures need: only
 * rows changed since the last read are fetched. Any entry may be evicted at any time.
 */
export class KeptFigures {
  private readonly kept = new Map<AuditId, Kept>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly db: ReadDatabase,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The current tree of an audit. Use it before the next call, which modifies it. */
  async view(account: AccountId, entry: Entry): Promise<AuditMirror> {
    // The visibility of a running copy's or import's items does not follow from row versions, so the cache is
    // bypassed.
    if (entry.operation !== null) {
      this.kept.delete(entry.id);
      return readWholeFigures(this.db, account, entry);
    }
    return (await this.goOn(account, entry)) ?? this.begin(account, entry);
  }

  clear(): void {
    this.kept.clear();
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  private async begin(account: AccountId, entry: Entry): Promise<AuditMirror> {
    const view = await readWholeFigures(this.db, account, entry);
    this.kept.delete(entry.id);
    this.kept.set(entry.id, { view, version: entry.version, usedAt: this.now() });
    this.makeRoom();
    this.timer ??= setInterval(() => this.letGo(), REST_MS / 2).unref();
    return view;
  }

  /** Updates the cached tree; null when it cannot be brought up to date and must be read in full. */
  private async goOn(account: AccountId, entry: Entry): Promise<AuditMirror | null> {
    const kept = this.kept.get(entry.id);
    if (!kept) return null;
    const [changed, living, stretches] = await Promise.all([
      readChangedFigures(this.db, account, entry.id, kept.version),
      countLiving(this.db, account, entry.id),
      readStretches(this.db, account, entry.id),
    ]);
    const { view } = kept;
    view.applyStretches(stretches);
    for (const row of changed) {
      const known = view.get(row.id);
      if (row.live) putFigures(view, row);
      // Its descendants disappeared with it without changed versions.
      else if (known && view.childrenOf(row.id).length > 0) return null;
      else if (known) view.remove([row.id]);
    }
    // A restore with descendants, a purge, or a concurrent change.
    if (view.count !== living) return null;
    kept.version = Math.max(kept.version, entry.version);
    kept.usedAt = this.now();
    return view;
  }

  private makeRoom(): void {
    const sizes = [...this.kept].toSorted(([, a], [, b]) => b.usedAt - a.usedAt);
    let items = 0;
    for (const [at, [id, { view }]] of sizes.entries()) {
      items += view.count;
      if (at > 0 && items > MOST_ITEMS) this.kept.delete(id);
    }
  }

  private letGo(): void {
    for (const [id, { usedAt }] of this.kept) if (this.now() - usedAt > REST_MS) this.kept.delete(id);
    if (this.kept.size === 0) this.clear();
  }
}
