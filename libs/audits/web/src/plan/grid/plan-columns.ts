import type { RecordType } from '@cotejo/audits-contracts';
import { z } from 'zod';

const columnId = z.enum([
  'inherent',
  'residual',
  'design',
  'execution',
  'status',
  'signatures',
  'progress',
  'findings',
  'dates',
  'assigned',
  'sprint',
  'visit',
  'type',
  'created_by',
  'changed',
]);
export type ColumnId = z.infer<typeof columnId>;

/** Column widths in pixels. */
interface ColumnSize {
  readonly width: number;
  readonly least: number;
  readonly most: number;
  /** Smallest width without loss of information; used before any column is hidden. */
  readonly compact?: number;
  /** Figures are right-aligned. */
  readonly isFigure?: true;
}

export const COLUMN_SIZE: Readonly<Record<ColumnId, ColumnSize>> = {
  inherent: { width: 72, least: 44, most: 140, compact: 52, isFigure: true },
  residual: { width: 72, least: 44, most: 140, compact: 52, isFigure: true },
  design: { width: 70, least: 44, most: 140, compact: 48, isFigure: true },
  execution: { width: 74, least: 44, most: 140, compact: 48, isFigure: true },
  status: { width: 128, least: 32, most: 240 },
  signatures: { width: 62, least: 44, most: 160 },
  progress: { width: 110, least: 64, most: 240, compact: 80 },
  findings: { width: 84, least: 48, most: 160, isFigure: true },
  dates: { width: 184, least: 92, most: 260 },
  assigned: { width: 106, least: 34, most: 260, compact: 34 },
  sprint: { width: 120, least: 60, most: 260 },
  visit: { width: 120, least: 60, most: 260 },
  type: { width: 120, least: 60, most: 240 },
  created_by: { width: 106, least: 34, most: 260, compact: 34 },
  changed: { width: 130, least: 60, most: 260, compact: 84 },
};

/** Width in pixels of a status that is shown as its mark alone, where the tree has no room for more. */
const STATUS_MARK = 24;

/** Widths in pixels below which a user is shown by initials alone, and a status by its mark. */
export const NAMED_LEAST: Readonly<Partial<Record<ColumnId, number>>> = {
  assigned: 66,
  created_by: 66,
  changed: 120,
  status: STATUS_MARK + 1,
};

const EVERY: readonly ColumnId[] = columnId.options;
const RISKS: readonly ColumnId[] = ['inherent', 'residual', 'design', 'execution'];
const WITHOUT_WORK: readonly ColumnId[] = [...RISKS, 'type', 'created_by', 'changed'];

/** Columns that a record type has data for. */
export const AVAILABLE: Readonly<Record<RecordType, readonly ColumnId[]>> = {
  audit_plan: EVERY,
  financial_audit: EVERY,
  icce: EVERY.filter((id) => !RISKS.includes(id)),
  template: ['type', 'dates', 'created_by', 'changed'],
  risk_evaluation: WITHOUT_WORK,
  risk_library: WITHOUT_WORK,
};

const AT_FIRST: Readonly<Record<RecordType, readonly ColumnId[]>> = {
  audit_plan: ['inherent', 'residual', 'status', 'signatures', 'progress', 'assigned'],
  financial_audit: ['inherent', 'residual', 'status', 'signatures', 'progress', 'findings', 'assigned'],
  icce: ['status', 'progress', 'findings', 'assigned'],
  template: ['type'],
  risk_evaluation: ['inherent', 'residual', 'type', 'changed'],
  risk_library: ['type', 'changed'],
};

/** Columns in the order in which they are hidden when space runs out. */
const MAKE_WAY: readonly ColumnId[] = [
  'created_by',
  'changed',
  'dates',
  'type',
  'sprint',
  'visit',
  'execution',
  'design',
  'findings',
  'inherent',
  'residual',
  'signatures',
  'progress',
  'assigned',
];

const stored = z.object({
  /** Visible columns, from left to right. */
  shown: z.array(columnId),
  widths: z.partialRecord(columnId, z.number().min(1).max(1_000)),
});
export type Columns = z.infer<typeof stored>;

export const columnsAtFirst = (recordType: RecordType): Columns => ({
  shown: [...AT_FIRST[recordType]],
  widths: {},
});

const keyOf = (user: string, recordType: RecordType): string => `cotejo.columns.${user}.${recordType}`;

/** Column choice of a user for a record type, stored in this browser. */
export function readColumns(
  storage: Pick<Storage, 'getItem'>,
  user: string,
  recordType: RecordType,
): Columns {
  try {
    const found: unknown = JSON.parse(storage.getItem(keyOf(user, recordType)) ?? 'null');
    const { shown, widths } = stored.parse(found);
    const available = AVAILABLE[recordType];
    return { shown: [...new Set(shown)].filter((id) => available.includes(id)), widths };
  } catch {
    // Nothing stored, or written by an older version in another shape.
    return columnsAtFirst(recordType);
  }
}

export function writeColumns(
  storage: Pick<Storage, 'setItem'>,
  user: string,
  recordType: RecordType,
  columns: Columns,
): void {
  try {
    storage.setItem(keyOf(user, recordType), JSON.stringify(columns));
  } catch {
    // Storage is full or blocked: the choice lasts as long as the page.
  }
}

export const widthOf = ({ widths }: Columns, id: ColumnId): number => widths[id] ?? COLUMN_SIZE[id].width;

export function resized(columns: Columns, id: ColumnId, width: number | null): Columns {
  const widths = { ...columns.widths };
  const { least, most } = COLUMN_SIZE[id];
  if (width === null) delete widths[id];
  else widths[id] = Math.round(Math.min(most, Math.max(least, width)));
  return { ...columns, widths };
}

/** Hides a visible column, or shows a hidden one at its default position for the record type. */
export function toggled(columns: Columns, id: ColumnId, recordType: RecordType): Columns {
  if (columns.shown.includes(id)) return { ...columns, shown: columns.shown.filter((each) => each !== id) };
  const order = AVAILABLE[recordType];
  const next = columns.shown.findIndex((each) => order.indexOf(each) > order.indexOf(id));
  const shown = [...columns.shown];
  shown.splice(next < 0 ? shown.length : next, 0, id);
  return { ...columns, shown };
}

/** Moves a column one place to the left (-1) or to the right (1). */
export function shifted(columns: Columns, id: ColumnId, by: -1 | 1): Columns {
  const from = columns.shown.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= columns.shown.length) return columns;
  const shown = columns.shown.filter((each) => each !== id);
  shown.splice(to, 0, id);
  return { ...columns, shown };
}

/** Pixels for a name with its indent, and for the row's fixed parts: menu, gaps, scrollbar. */
const NAME_LEAST = 300;
const BESIDE = 48;
const GAP = 8;

/** A visible column with its current width in pixels. */
export interface FittedColumn {
  readonly id: ColumnId;
  readonly width: number;
}

/**
 * Columns that fit into the room (pixels), with their widths. Names have priority: columns shrink before they are
 * hidden, and at last the status shows its mark alone. A phone shows only the status column, as a dot.
 */
export function fitting(columns: Columns, room: number, isPhone: boolean): readonly FittedColumn[] {
  if (isPhone) return columns.shown.filter((id) => id === 'status').map((id) => ({ id, width: 22 }));
  const wide = new Map(columns.shown.map((id) => [id, widthOf(columns, id)]));
  let left = columns.shown.map((id) => ({ id, width: wide.get(id) ?? 0 }));
  // Before the first measurement nothing is hidden.
  const isTooMuch = (list: readonly FittedColumn[]) =>
    room > 0 && list.reduce((sum, { width }) => sum + width + GAP, NAME_LEAST + BESIDE) > room;
  if (!isTooMuch(left)) return left;
  left = left.map(({ id, width }) => ({ id, width: Math.min(width, COLUMN_SIZE[id].compact ?? width) }));
  for (const id of MAKE_WAY) {
    if (!isTooMuch(left)) break;
    left = left.filter((each) => each.id !== id);
  }
  if (isTooMuch(left))
    left = left.map((each) => (each.id === 'status' ? { ...each, width: STATUS_MARK } : each));
  // Space left over widens the most important columns first.
  for (const id of MAKE_WAY.toReversed()) {
    const wider = left.map((each) => (each.id === id ? { id, width: wide.get(id) ?? each.width } : each));
    if (!isTooMuch(wider)) left = wider;
  }
  return left;
}
