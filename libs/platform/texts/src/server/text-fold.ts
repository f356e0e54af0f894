import { createHash } from 'node:crypto';
import * as Y from 'yjs';
import { contentOf, rootNameOf, type FieldContent, type RootKinds } from '../protocol.ts';
import { applyStored, Reading } from './stored-rows.ts';
import type { TextKey, TextRow } from './text-store.ts';

/** A field as a revision has it. */
export interface RevisedField extends FieldContent {
  /** What a hash of the field is made of: its JSON in UTF-8, the same for the same content. */
  readonly bytes: Uint8Array;
  /** Who changed it; whoever did so last comes last. */
  readonly authors: readonly string[];
}

/** All that was written in a document since it was revised last. */
export interface Revision extends TextKey {
  /** First and last row; a revision that was cut already covers them up to the last. */
  readonly covers: readonly [number, number];
  /** Those that changed, sorted by name. */
  readonly fields: readonly RevisedField[];
}

/** What the rows of a document say can't be put together. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText';
}

/** A stored row would cost far more than any that an editor makes: it is not applied. */
export class CostlyText extends Error {
  override readonly name = 'CostlyText';

  constructor(
    readonly key: TextKey,
    readonly seq: number,
  ) {
    super(`row ${seq} of ${key.document} costs too much`);
  }
}

interface Uncovered {
  readonly seq: number;
  readonly author: string | null;
  readonly fields: ReadonlySet<string>;
}

/** The rows of a document, put together, and what of them no revision covers. */
export class TextFold {
  readonly document = new Y.Doc();
  private last = -1;
  private uncovered: Uncovered[] = [];
  private changed = new Set<string>();
  private readonly reading = new Reading();

  constructor(
    private readonly key: TextKey,
    private readonly kinds: RootKinds,
    private coveredUpTo: number,
  ) {
    this.document.on('afterTransaction', (transaction) => {
      // Yjs would look for marks that say nothing and delete them: nobody wrote that, and it costs whole walks.
      transaction._needFormattingCleanup = false;
      for (const type of transaction.changed.keys()) {
        const root = rootNameOf(type);
        if (root !== null) this.changed.add(root);
      }
    });
  }

  /** Number of the last row that it holds. */
  get head(): number {
    return this.last;
  }

  get covered(): number {
    return this.coveredUpTo;
  }

  /** See `excessOf`: of all that it took. */
  get excess(): number {
    return this.reading.excess;
  }

  get isCovered(): boolean {
    return this.coveredUpTo >= this.last;
  }

  /**
   * Takes rows that follow those that it has and were judged, in one tick.
   * @param excess of these rows
   * @throws UnreadableText
   */
  take(rows: readonly TextRow[], excess: number): void {
    this.reading.excess += excess;
    for (const row of rows) {
      this.changed = new Set();
      try {
        Y.applyUpdate(this.document, row.update);
      } catch (error) {
        throw new UnreadableText(`row ${row.seq} of ${this.key.document} can't be read`, { cause: error });
      }
      const { pendingStructs, pendingDs } = this.document.store;
      if (pendingStructs || pendingDs)
        throw new UnreadableText(`row ${row.seq} of ${this.key.document} lacks others`);
      this.has(row);
    }
  }

  /**
   * Takes rows as they were stored, by whatever release: judges each and lets others have their turn in between. To be
   * called by one at a time.
   * @throws UnreadableText, CostlyText
   */
  async takeStored(rows: readonly TextRow[]): Promise<void> {
    const { reading } = this;
    for (const row of rows) {
      if (row.seq <= this.last) continue;
      this.changed = new Set();
      const fault = await applyStored(this.document, row.update, reading);
      if (fault === 'too_costly') throw new CostlyText(this.key, row.seq);
      if (fault) throw new UnreadableText(`row ${row.seq} of ${this.key.document} can't be read`);
      this.has(row);
    }
  }

  private has({ seq, author }: TextRow): void {
    this.last = Math.max(this.last, seq);
    if (seq > this.coveredUpTo) this.uncovered.push({ seq, author, fields: this.changed });
  }

  /** A revision holds all up to there. */
  cover(upTo: number): void {
    if (upTo <= this.coveredUpTo) return;
    this.coveredUpTo = upTo;
    this.uncovered = this.uncovered.filter(({ seq }) => seq > upTo);
  }

  /** What a revision that is cut now says; null when all is covered. */
  revision(): Revision | null {
    if (this.isCovered) return null;
    const authors = new Map<string, Set<string>>();
    for (const { author, fields } of this.uncovered) {
      for (const field of fields) {
        const found = authors.get(field) ?? new Set();
        if (author !== null) {
          found.delete(author);
          found.add(author);
        }
        authors.set(field, found);
      }
    }
    const fields = [...authors].flatMap(([field, by]): RevisedField[] => {
      const kind = this.kinds(field);
      if (!kind) return [];
      const content = contentOf(this.document, field, kind);
      return [{ ...content, bytes: Buffer.from(JSON.stringify(content.json)), authors: [...by] }];
    });
    fields.sort((a, b) => (a.field < b.field ? -1 : 1));
    return { ...this.key, covers: [this.coveredUpTo + 1, this.last], fields };
  }
}

/** Hex SHA-256 of what tells one history of a document from another. */
export function documentIdOf(incarnation: string, { account, document }: TextKey, epoch: number): string {
  const told = JSON.stringify([incarnation, account, document, epoch]);
  return createHash('sha256').update(told).digest('hex').slice(0, 40);
}
