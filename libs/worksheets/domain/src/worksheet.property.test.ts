import { contentHashOf } from '@cotejo/audits-domain';
import type { AuditEvent, ItemId } from '@cotejo/audits-contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingOfTest } from './completion/completion-objection.ts';
import { attach, file, GivenWorksheet, instruction, revise, written } from './given-worksheet.fixture.ts';
import { entry, item, note, person, seal, type Label, type PersonName } from './notes/given-notes.fixture.ts';

const people = fc.constantFrom<PersonName>('manager', 'leader', 'junior', 'peer', 'guest');
const labels = fc.constantFrom<Label>('step', 'test');
const KINDS = [
  'revise',
  'sign',
  'sign',
  'sign',
  'withdraw',
  'values',
  'attach',
  'remove',
  'status',
  'note',
  'rename',
  'delete',
  'restore',
] as const;
const deed = fc.record({
  kind: fc.constantFrom(...KINDS),
  label: labels,
  by: people,
  author: people,
  n: fc.nat({ max: 11 }),
  /** Versions by which the user's view of the texts lags; null = no text was open. */
  behind: fc.option(fc.nat({ max: 3 })),
});
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

const OPTION = `instruction.${instruction(1)}.option`;
const EVIDENCE = `instruction.${instruction(1)}.evidence`;
const fieldOf = (label: Label, n: number): string =>
  label === 'test' && n % 2 === 0 ? EVIDENCE : 'objective';

interface Asked {
  readonly kind: string;
  readonly [field: string]: unknown;
}
/** Last row written in a field. */
interface Row {
  readonly field: string;
  readonly row: number;
  readonly by: string;
}

/** A worksheet under random acts, and the facts that the rules must preserve. */
class Watched {
  readonly audit = new GivenWorksheet()
    .says('test', { [`instruction.${instruction(1)}.place`]: 'a0' })
    .status('step', 'in_progress')
    .status('test', 'in_progress');
  private rows = 0;
  private files = 0;
  private notes = 0;
  /** Authors of the last row of each field in the log. */
  private readonly authors = new Map<Label, Row[]>();

  does(deed: Deed): void {
    const { audit } = this;
    const { label, by } = deed;
    const id = item(label);
    const [intent, brought] = this.intentOf(deed);
    const before = this.marks(id);
    const events = audit.when(intent, { by });
    if (typeof events === 'string') return;
    const isKept = events.some(({ type }) => type === 'TextRevised');
    const known = this.authors.get(label) ?? [];
    const written = isKept
      ? [...known.filter(({ field }) => field !== brought[0]?.field), ...brought]
      : known;
    this.authors.set(label, written);
    this.checkSignature(deed, events, Number(intent['textsAt'] ?? Infinity), written);
    for (const { type, data } of events) audit.happened(type, data, by);
    this.checkMarks(before, events);
  }

  private intentOf({ kind, label, n, author, behind }: Deed): readonly [Asked, readonly Row[]] {
    const id = item(label);
    const from = this.audit.statusOf(label);
    const mark = n % 3 === 0 ? 'reviewed' : 'completed';
    const textsAt = behind === null ? null : Math.max(0, this.rows - behind);
    switch (kind) {
      case 'revise': {
        const row = this.rows++;
        const text = n % 5 === 0 ? null : seal(row + 1);
        const revision = written(fieldOf(label, n), row, author, text === null ? 0 : 9, text);
        return [revise(label, revision), [{ field: revision.field, row, by: person(author) }]];
      }
      case 'sign': {
        if (n % 4 !== 1) return [{ kind: 'sign_item', id, mark, textsAt: this.rows }, []];
        const row = this.rows++;
        const field = fieldOf(label, n);
        const texts = [written(field, row, author)];
        return [{ kind: 'sign_item', id, mark, textsAt, texts }, [{ field, row, by: person(author) }]];
      }
      case 'withdraw':
        return [{ kind: 'withdraw_signature', id, mark }, []];
      case 'values': {
        const values =
          label === 'test' ? { [OPTION]: n % 4 === 0 ? null : 'conforms' } : { budgetedMinutes: 60 * n };
        return [{ kind: 'set_values', id, values }, []];
      }
      case 'attach':
        return [attach(label, ++this.files, { field: n % 2 === 0 ? fieldOf(label, 0) : null }), []];
      case 'remove':
        return [{ kind: 'remove_attachment', id, attachment: file(1 + (n % Math.max(1, this.files))) }, []];
      case 'status': {
        const to = ['in_progress', 'completed', 'reviewed', 'review_note'][n % 4];
        return [{ kind: 'change_status', id, from, to, ...(n > 7 && { takeBack: true }) }, []];
      }
      case 'note':
        return n % 2 === 0
          ? [{ kind: 'add_note', id, note: note(++this.notes), field: null, text: seal(1) }, []]
          : [{ kind: 'close_note', id, note: note(this.notes), entry: entry(n) }, []];
      case 'rename':
        return [{ kind: 'rename_item', id, name: `Prueba ${n}` }, []];
      case 'delete': {
        if (n % 3 !== 1) return [{ kind: 'delete_item', id }, []];
        const row = this.rows++;
        const field = fieldOf(label, n);
        const texts = [{ id, revisions: [written(field, row, author)] }];
        return [{ kind: 'delete_item', id, texts }, [{ field, row, by: person(author) }]];
      }
      case 'restore':
        return [{ kind: 'restore_item', id }, []];
    }
  }

  /** Asserts that no signature covers unseen text of other authors or an incomplete test. */
  private checkSignature(
    { label, by, behind, kind }: Deed,
    events: readonly AuditEvent[],
    textsAt: number,
    written: readonly Row[],
  ): void {
    const signature = events.find(({ type }) => type === 'ItemSigned');
    if (!signature) return;
    if (signature.data['mark'] === 'reviewed')
      expect(this.signers(item(label), 'completed')).not.toContain(person(by));
    if (kind === 'sign' && behind !== null)
      expect(written.filter((one) => one.row >= textsAt && one.by !== person(by))).toEqual([]);
  }

  private checkMarks(before: readonly string[], events: readonly AuditEvent[]): void {
    const { state, model } = this.audit;
    for (const label of ['step', 'test'] as const) {
      const node = state.get(item(label));
      const texts = model.slices.flatMap((slice) => slice.signedContent?.(state, item(label)) ?? []);
      for (const { content } of node?.signatures ?? [])
        expect(content === undefined || (node && content === contentHashOf(node, texts))).toBe(true);
      if (
        label === 'test' &&
        events.some(({ type, data }) => type === 'ItemSigned' && data['id'] === node?.id)
      )
        expect(missingOfTest(state, item(label))).toEqual([]);
    }
    const about = events.find(({ data }) => data['id'] !== undefined)?.data['id'] as ItemId | undefined;
    if (about === undefined) return;
    const told = events
      .filter(({ type }) => type === 'SignaturesVoided')
      .flatMap(({ data }) => data['voided'] as { mark: string; by: string }[])
      .map(({ mark, by }) => `${mark} ${by}`);
    const after = this.marks(about);
    const fallen = before.filter((one) => !after.includes(one));
    expect(fallen.filter((one) => !told.includes(one))).toEqual([]);
  }

  private marks(id: ItemId): readonly string[] {
    return (this.audit.state.get(id)?.signatures ?? []).map(({ mark, by }) => `${mark} ${by}`);
  }
  private signers(id: ItemId, mark: string): readonly string[] {
    return (this.audit.state.get(id)?.signatures ?? []).flatMap((one) => (one.mark === mark ? [one.by] : []));
  }
}

describe('whatever people do to a worksheet', () => {
  it('no mark outlives what is under it, is untold when it falls, or covers what its owner had not seen', () => {
    let signed = 0;
    let fell = 0;
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 40, size: 'max' }), (deeds) => {
        const watched = new Watched();
        for (const each of deeds) {
          const before = watched.audit.marks(each.label).length;
          watched.does(each);
          const after = watched.audit.marks(each.label).length;
          if (after > before) signed++;
          if (after < before) fell++;
        }
      }),
      { numRuns: 300 },
    );
    // Enough acts had an effect.
    expect(Math.min(signed, fell)).toBeGreaterThan(100);
  });
});
