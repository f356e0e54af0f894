import { createHash } from 'node:crypto';
import * as Y from 'yjs';
import { contentOf, rootNameOf, type FieldContent, type RootKinds } from '../protocol.ts';
import { applyStored, Reading } from './stored-rows.ts';
import type { TextKey, TextRow } from './text-store.ts';

/** A field as a revision contains it. */
export interface RevisedField extends FieldContent {
  /** Input of the field's hash: its JSON in UTF-8, deterministic for equal content. */
  readonly bytes: Uint8Array;
  /** Authors of the changes, latest last. */
  readonly authors: readonly string[];
}

/** Everything written in a document since its last revision. */
export interface Revision extends TextKey {
  /** First and last row; a failed attempt may already have stored a revision that starts with the same row. */
  readonly covers: readonly [number, number];
  /** Changed fields, sorted by name. */
  readonly fields: readonly RevisedField[];
}

/** The stored rows of a document can't be combined. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText';
}

/** A stored row would cost far more than any row that an editor makes: it is not applied. */
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

/** The document built from its rows, and the changes that no revision covers yet. */
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
      // Yjs would clean up redundant formatting marks: deletions that no user made, at the cost of whole-document
      // walks.
      transaction._needFormattingCleanup = false;
      for (const type of transaction.changed.keys()) {
        const root = rootNameOf(type);
        if (root !== null) this.changed.add(root);
      }
    });
  }

  /** Number of the last row that it contains. */
  get head(): number {
    return this.last;
  }

  get covered(): number {
    return this.coveredUpTo;
  }

  /** Excess steps (see `excessOf`) of all rows so far. */
  get excess(): number {
    return this.reading.excess;
  }

  get isCovered(): boolean {
    return this.coveredUpTo >= this.last;
  }

  /**
   * Applies checked rows that follow the present ones, in one tick.
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
   * Applies stored rows of any release: checks each and yields to the event loop in between. Calls must not overlap.
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

  /** Marks rows up to this number as covered by a revision. */
  cover(upTo: number): void {
    if (upTo <= this.coveredUpTo) return;
    this.coveredUpTo = upTo;
    this.uncovered = this.uncovered.filter(({ seq }) => seq > upTo);
  }

  /** Revision of all uncovered rows; null when all are covered. */
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

/** Identity of a document's history: hex SHA-256, shortened to 40 digits. */
export function documentIdOf(incarnation: string, { account, document }: TextKey, epoch: number): string {
  const told = JSON.stringify([incarnation, account, document, epoch]);
  return createHash('sha256').update(told).digest('hex').slice(0, 40);
}
