import type { ItemStatus, ItemType } from '@cotejo/audits-contracts';
import { dueOfItem, judgeProgress, type Due } from '@cotejo/audits-domain';
import { searchTextOf } from '../../session/rows/search-text.ts';
import type { TreeRow } from '../../session/rows/tree-rows.ts';
import { marksOf } from '../../signatures/signatures-of.ts';
import { fold } from '../../text-search.ts';

/** Filter value for items without an assignee: the contract's `sin_asignar`. */
export const UNASSIGNED = 'sin_asignar';

export const DUE_STATES = ['late'] as const;
export const MISSING_SIGNATURES = ['incomplete', 'unreviewed'] as const;

export interface PlanFilter {
  readonly text: string;
  /** User ids and `UNASSIGNED`; empty = all items. */
  readonly assignees: readonly string[];
  readonly statuses: readonly ItemStatus[];
  readonly types: readonly ItemType[];
  readonly due: readonly (typeof DUE_STATES)[number][];
  /** Items without a signature that completes, or without one that reviews. */
  readonly signatures: readonly (typeof MISSING_SIGNATURES)[number][];
  /** Sprints and visits by id: items in any of the sprints, and in any of the visits. */
  readonly sprints: readonly string[];
  readonly visits: readonly string[];
  /** Items whose dates meet this interval, yyyy-MM-dd; null = open end. */
  readonly from: string | null;
  readonly to: string | null;
}

export const NO_FILTER: PlanFilter = {
  text: '',
  assignees: [],
  statuses: [],
  types: [],
  due: [],
  signatures: [],
  sprints: [],
  visits: [],
  from: null,
  to: null,
};

const LISTS = ['assignees', 'statuses', 'types', 'due', 'signatures', 'sprints', 'visits'] as const;
export type FilterList = (typeof LISTS)[number];

/** Number of rows by list and value. */
export type ChoiceCounts = Readonly<Record<FilterList, ReadonlyMap<string, number>>>;

/** Number of active filter values, without the text. */
export const countChosen = ({ from, to, ...lists }: PlanFilter): number =>
  LISTS.reduce((sum, list) => sum + lists[list].length, 0) + (from === null && to === null ? 0 : 1);

export const isFiltering = (filter: PlanFilter): boolean =>
  filter.text.trim() !== '' || countChosen(filter) > 0;

/** When the work of a plan is due, and the present day, yyyy-MM-dd. */
export interface PlanDays {
  readonly due: Due;
  readonly today: string;
}
const NO_DAYS: PlanDays = { due: { endDate: null }, today: '' };

/** A row of the filtered tree. */
export interface ShownRow extends TreeRow {
  readonly children: readonly ShownRow[] | null;
  /** Does not match itself; shown because a descendant does. */
  readonly isContext?: boolean;
}

export interface Filtered {
  readonly rows: readonly ShownRow[];
  /** Number of matching rows, without ancestors shown as context. */
  readonly matches: number;
}

interface Kept {
  readonly row: ShownRow | null;
  readonly matches: number;
}

/**
 * Filters rows and keeps the ancestors of matches. Caches its result per row, so that a change costs only the changed
 * rows and unchanged rows keep their identity.
 */
export class RowFilter {
  private readonly kept = new WeakMap<TreeRow, Kept>();
  private readonly text: string;

  constructor(
    private readonly filter: PlanFilter,
    private readonly days: PlanDays = NO_DAYS,
  ) {
    this.text = fold(filter.text);
  }

  read(rows: readonly TreeRow[]): Filtered {
    if (!isFiltering(this.filter)) return { rows, matches: 0 };
    return this.list(rows);
  }

  private list(rows: readonly TreeRow[]): Filtered {
    const shown: ShownRow[] = [];
    let matches = 0;
    for (const row of rows) {
      const kept = this.keep(row);
      if (kept.row) shown.push(kept.row);
      matches += kept.matches;
    }
    return { rows: shown, matches };
  }

  private keep(row: TreeRow): Kept {
    const known = this.kept.get(row);
    if (known) return known;
    const below = this.list(row.children ?? []);
    const isMatch = this.matches(row);
    const isWhole = below.rows.length === (row.children?.length ?? 0) && same(below.rows, row.children ?? []);
    const kept: Kept = {
      matches: below.matches + (isMatch ? 1 : 0),
      row:
        !isMatch && below.rows.length === 0
          ? null
          : isMatch && isWhole
            ? row
            : { ...row, children: row.children && below.rows, ...(isMatch ? {} : { isContext: true }) },
    };
    this.kept.set(row, kept);
    return kept;
  }

  private matches(row: TreeRow): boolean {
    return (
      this.isInSight(row) && LISTS.every((list) => isAmong(valuesOf(row, list, this.days), this.filter[list]))
    );
  }

  /** Whether the text and the days match. */
  private isInSight(row: TreeRow): boolean {
    if (this.text !== '' && !searchTextOf(row).includes(this.text)) return false;
    const { from, to } = this.filter;
    return (from === null && to === null) || overlaps(row.shown.dates, from, to);
  }

  /**
   * How many rows each choice of each list would show beside the other lists' choices: O(rows), for the menu alone.
   */
  count(rows: readonly TreeRow[]): ChoiceCounts {
    const counts = Object.fromEntries(LISTS.map((list) => [list, new Map<string, number>()])) as Record<
      FilterList,
      Map<string, number>
    >;
    const visit = (row: TreeRow): void => {
      if (this.isInSight(row)) {
        const missed = LISTS.filter((list) => !isAmong(valuesOf(row, list, this.days), this.filter[list]));
        for (const list of missed.length === 0 ? LISTS : missed.length === 1 ? missed : [])
          for (const value of valuesOf(row, list, this.days))
            counts[list].set(value, (counts[list].get(value) ?? 0) + 1);
      }
      for (const child of row.children ?? []) visit(child);
    };
    for (const row of rows) visit(row);
    return counts;
  }
}

const isAmong = (values: readonly string[], wanted: readonly string[]): boolean =>
  wanted.length === 0 || values.some((value) => wanted.includes(value));

/** Values of a row that a list of the filter chooses among. */
function valuesOf(
  { shown, node, progress }: TreeRow,
  list: FilterList,
  { due, today }: PlanDays,
): readonly string[] {
  switch (list) {
    case 'types':
      return [node.type];
    case 'statuses':
      return shown.status === null ? [] : [shown.status];
    case 'assignees': {
      const whose = shown.assignee ?? (shown.status === null ? null : UNASSIGNED);
      return whose === null ? [] : [whose];
    }
    case 'due': {
      const own = dueOfItem(due, shown.dates?.[1] ?? null);
      return progress !== null && judgeProgress(progress, own, today).isLate ? DUE_STATES : [];
    }
    case 'signatures': {
      if (shown.status === null) return [];
      const { completers, reviewers } = marksOf(shown);
      return MISSING_SIGNATURES.filter(
        (each) => (each === 'incomplete' ? completers : reviewers).length === 0,
      );
    }
    case 'sprints':
    case 'visits':
      return shown.stretches ?? [];
  }
}

const same = (a: readonly TreeRow[], b: readonly TreeRow[]): boolean => a.every((row, at) => row === b[at]);

/** Whether an item's dates meet an interval; a null end is unbounded, and an item without dates meets nothing. */
export function overlaps(
  dates: readonly [start: string | null, end: string | null] | undefined,
  from: string | null,
  to: string | null,
): boolean {
  if (!dates || (dates[0] === null && dates[1] === null)) return false;
  const [start, end] = dates;
  return (to === null || start === null || start <= to) && (from === null || end === null || end >= from);
}

/**
 * Splits a text around the matches of a folded search text: pieces in order, even indexes (from 0) outside a match,
 * odd ones inside. Null when there is no match.
 */
export function markedParts(text: string, folded: string): readonly string[] | null {
  if (folded === '') return null;
  let plain = '';
  const from: number[] = [];
  let at = 0;
  for (const letter of text) {
    const small = letter === ' ' ? ' ' : fold(letter);
    for (let each = 0; each < small.length; each++) from.push(at);
    plain += small;
    at += letter.length;
  }
  from.push(text.length);
  const parts: string[] = [];
  let done = 0;
  for (let found = plain.indexOf(folded); found >= 0; found = plain.indexOf(folded, found + folded.length)) {
    const start = from[found] ?? text.length;
    const end = from[found + folded.length] ?? text.length;
    parts.push(text.slice(done, start), text.slice(start, end));
    done = end;
  }
  return parts.length === 0 ? null : [...parts, text.slice(done)];
}
