import { itemId, type ItemId, type KernelIntent, type TreeRecord } from '@cotejo/audits-contracts';

/** One change of a plan, as an intent and as the resulting record. */
export interface Edit {
  readonly item: ItemId;
  readonly intent: KernelIntent;
  readonly record: TreeRecord;
}

/** Cycle of ten edits, typical of users writing a plan together. */
const TURNS = [
  'rename',
  'rename',
  'move',
  'rename',
  'create',
  'rename',
  'rename',
  'move',
  'rename',
  'create',
];

/**
 * Edits of a crowd, identical for all compared systems: renames, moves among the steps of a process, new steps. None
 * can be refused because of concurrent edits.
 */
export class Edits {
  private readonly steps: [ItemId, TreeRecord][];
  private readonly beside = new Map<ItemId | null, ItemId[]>();

  constructor(
    records: Iterable<readonly [ItemId, TreeRecord]>,
    private readonly random: () => number,
  ) {
    this.steps = [...records].flatMap(([id, record]) =>
      record.type === 'step' && record.deleted === null ? [[id, record]] : [],
    );
    for (const [id, { place }] of this.steps) {
      const siblings = this.beside.get(place[0]) ?? [];
      siblings.push(id);
      this.beside.set(place[0], siblings);
    }
    if (this.steps.length < 2) throw new RangeError('a crowd needs steps to work on');
    shuffle(this.steps, random);
  }

  next(number: number): Edit {
    // In turn: two concurrent edits of one item would hide each other from the measurement.
    const [item, record] = this.steps[number % this.steps.length] as [ItemId, TreeRecord];
    const [parent, position] = record.place;
    switch (TURNS[number % TURNS.length]) {
      case 'move': {
        const others = (this.beside.get(parent) ?? []).filter((id) => id !== item);
        if (others.length === 0) return this.rename(item, record, number);
        const intent = { kind: 'move_item', id: item, parent, after: this.pick(others) } as const;
        return { item, intent, record: { ...record, place: [parent, `${position}V`] } };
      }
      case 'create': {
        const id = itemId.parse(crypto.randomUUID());
        const name = `Paso nuevo ${number}`;
        const intent = { kind: 'create_item', id, type: 'step', parent, name } as const;
        return { item: id, intent, record: { ...record, name } };
      }
      default:
        return this.rename(item, record, number);
    }
  }

  private rename(item: ItemId, record: TreeRecord, number: number): Edit {
    const name = `Paso con otro nombre ${number}`;
    return { item, intent: { kind: 'rename_item', id: item, name }, record: { ...record, name } };
  }

  private pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)] as T;
  }
}

function shuffle(list: unknown[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
}
