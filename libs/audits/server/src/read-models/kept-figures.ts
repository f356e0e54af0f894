import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId } from '@cotejo/audits-contracts';
import type { AuditMirror } from '@cotejo/audits-domain';
import type { AuditListEntry } from './list-audits.ts';
import type { ReadDatabase } from './read-database.ts';
import { countLiving, readChangedFigures, readFigures } from './read-tree.ts';
import { putFigures, viewOfFigures } from './view-of-rows.ts';

interface Kept {
  readonly view: AuditMirror;
  /** Audit version whose rows it holds, and maybe some newer ones. */
  version: number;
  usedAt: number;
}

/** Audits of which a tree is kept: some ten megabytes for each ten thousand items of all. */
const MOST_ITEMS = 100_000;
const REST_MS = 60_000;

type Entry = Pick<AuditListEntry, 'id' | 'version' | 'recordType' | 'operation'>;

/**
 * Trees as far as figures need them, of audits whose summary somebody follows: only what changed since the last look
 * is read, so that many who work cost little. Any of it may be lost at any time.
 */
export class KeptFigures {
  private readonly kept = new Map<AuditId, Kept>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly db: ReadDatabase,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The tree of an audit as its rows are now: to be read at once, it goes on with the next call. */
  async view(account: AccountId, entry: Entry): Promise<AuditMirror> {
    // What a running copy or import makes is shown, or not, by other rules than the version of a row.
    if (entry.operation !== null) {
      this.kept.delete(entry.id);
      return viewOfFigures(await readFigures(this.db, account, entry.id), entry.recordType);
    }
    return (await this.goOn(account, entry)) ?? this.begin(account, entry);
  }

  clear(): void {
    this.kept.clear();
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  private async begin(account: AccountId, entry: Entry): Promise<AuditMirror> {
    const view = viewOfFigures(await readFigures(this.db, account, entry.id), entry.recordType);
    this.kept.delete(entry.id);
    this.kept.set(entry.id, { view, version: entry.version, usedAt: this.now() });
    this.makeRoom();
    this.timer ??= setInterval(() => this.letGo(), REST_MS / 2).unref();
    return view;
  }

  /** Null when what is kept does not lead to what is there: then all of it is read anew. */
  private async goOn(account: AccountId, entry: Entry): Promise<AuditMirror | null> {
    const kept = this.kept.get(entry.id);
    if (!kept) return null;
    const [changed, living] = await Promise.all([
      readChangedFigures(this.db, account, entry.id, kept.version),
      countLiving(this.db, account, entry.id),
    ]);
    const { view } = kept;
    for (const row of changed) {
      const known = view.get(row.id);
      if (row.live) putFigures(view, row);
      // With it went what is under it, of which no row says so.
      else if (known && view.childrenOf(row.id).length > 0) return null;
      else if (known) view.remove([row.id]);
    }
    // What came back with something, or went for good, or came in between.
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
