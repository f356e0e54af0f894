import type { ItemId } from '@cotejo/audits-contracts';
import type { Touch } from './remote-changes.ts';

export type RemoteKind =
  | 'created'
  | 'deleted'
  | 'restored'
  | 'moved'
  | 'renamed'
  | 'recoded'
  | 'status'
  | 'assigned'
  | 'dates'
  | 'risk'
  | 'treatment';

/** Recent changes of one user, for a sentence such as "moved 3 items, renamed «X»". */
export interface RemoteSummary {
  readonly by: string;
  /** Number of changes. */
  readonly total: number;
  /** Sorted by frequency, most frequent first. */
  readonly kinds: readonly {
    readonly kind: RemoteKind;
    readonly count: number;
    /** First item of that kind, and its name at the time of the summary. */
    readonly item: ItemId;
    readonly name: string;
  }[];
}

const KIND_OF_FIELD: Readonly<Record<string, RemoteKind>> = {
  name: 'renamed',
  code: 'recoded',
  place: 'moved',
  assignee: 'assigned',
  status: 'status',
  treatment: 'treatment',
  dates: 'dates',
  risk: 'risk',
};

/** Kinds that hide other changes of the same item: a created item is not also reported as renamed. */
const WHOLE: readonly RemoteKind[] = ['created', 'deleted', 'restored'];

function kindsOf({ fields }: Touch): RemoteKind[] {
  const whole = WHOLE.find((kind) => fields.includes(kind));
  if (whole) return [whole];
  return fields.flatMap((field) => KIND_OF_FIELD[field] ?? []);
}

interface Gathered {
  count: number;
  readonly item: ItemId;
}

/** Milliseconds over which changes are collected, so that users are not flooded with announcements. */
const GATHER_MS = 2_000;

/** Collects other users' changes and emits one summary per user every few seconds. */
export class RemoteSummaries {
  private readonly people = new Map<string, Map<RemoteKind, Gathered>>();
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly nameOf: (item: ItemId) => string,
    private readonly tell: (summary: RemoteSummary) => void,
  ) {}

  add(touches: readonly Touch[]): void {
    for (const touch of touches) {
      const kinds = this.people.get(touch.by) ?? new Map<RemoteKind, Gathered>();
      for (const kind of kindsOf(touch)) {
        const known = kinds.get(kind);
        if (known) known.count += 1;
        else kinds.set(kind, { count: 1, item: touch.item });
      }
      if (kinds.size > 0) this.people.set(touch.by, kinds);
    }
    if (this.people.size > 0) this.timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.people.clear();
  }

  private flush(): void {
    const people = [...this.people];
    this.stop();
    for (const [by, gathered] of people) {
      const kinds = [...gathered]
        .map(([kind, { count, item }]) => ({ kind, count, item, name: this.nameOf(item) }))
        .sort((a, b) => b.count - a.count);
      this.tell({ by, total: kinds.reduce((sum, one) => sum + one.count, 0), kinds });
    }
  }
}
