import { originalItemId, type ItemId } from '@cotejo/audits-contracts';

/** Milliseconds after which already loaded data is applied again to a newly opened worksheet. */
export const REAPPLY_LOADED_MS = 100;

/** Maximum of worksheets taken from an address, as a guard against crafted ones. */
export const MOST_WORKSHEETS = 20;

/** `gone`: the item does not exist or is not accessible. `unreachable`: the server could not be reached. */
export type LoadFailure = 'gone' | 'unreachable';

export type WorksheetLoad =
  | { readonly state: 'loading' }
  | { readonly state: 'filled' }
  | { readonly state: 'failed'; readonly why: LoadFailure };

/** One open worksheet; `D` is the type of its data. */
export interface Worksheet<D extends object> {
  /** Id as in the address: for an action plan or its evaluation, the finding's id with `-PA` or `-EV`. */
  readonly id: ItemId;
  /** The id without that suffix. */
  readonly original: ItemId;
  readonly load: WorksheetLoad;
  /** Data loaded last; kept when a later load fails. */
  readonly data: D | null;
  /** The selected tab; null = the first one. */
  readonly tab: string | null;
}

/** A panel other than a worksheet (notes, history, findings…), for the audit (null) or one item. */
export interface NormalPanel {
  readonly name: string;
  readonly about: ItemId | null;
  /** Field of the item's worksheet that the panel concerns; absent = the whole worksheet. */
  readonly field?: string;
}

/** The panels beside the tree. */
export interface PanelStack<D extends object> {
  /** Ordered from back to front. */
  readonly worksheets: readonly Worksheet<D>[];
  /** Shown beside the front worksheet, or over all of them on narrow screens. */
  readonly panel: NormalPanel | null;
}

/** The part of the stack that is encoded in the address. */
export interface ShownStack {
  /** Ordered from back to front. */
  readonly worksheets: readonly ItemId[];
  readonly panel: NormalPanel | null;
  /** Tab of the front worksheet. */
  readonly tab: string | null;
}

export type StackAction<D extends object> =
  /**
   * `alone` (understandings, for their flowchart) closes the other worksheets; a normal panel closes, too, unless it led
   * here (`keepsPanel`).
   */
  | {
      readonly type: 'opened';
      readonly id: ItemId;
      readonly alone?: boolean;
      readonly keepsPanel?: boolean;
      readonly tab?: string | null;
    }
  | { readonly type: 'closed'; readonly id: ItemId }
  | { readonly type: 'all_closed' }
  | { readonly type: 'brought_to_front'; readonly id: ItemId }
  /**
   * 1: the front worksheet goes to the back; -1: the backmost comes to the front. `isBeside`: a normal panel stands
   * beside the front worksheet instead of covering it.
   */
  | { readonly type: 'turned'; readonly by: 1 | -1; readonly isBeside?: boolean }
  /** The front worksheet gives its place to another; a panel about the first is then about the second. */
  | { readonly type: 'stepped'; readonly to: ItemId; readonly tab?: string | null }
  | { readonly type: 'panel_opened'; readonly panel: NormalPanel }
  | { readonly type: 'panel_closed' }
  | { readonly type: 'load_started'; readonly id: ItemId }
  | { readonly type: 'load_succeeded'; readonly id: ItemId; readonly data: D }
  | { readonly type: 'load_failed'; readonly id: ItemId; readonly why: LoadFailure }
  | { readonly type: 'data_updated'; readonly id: ItemId; readonly data: Partial<D> }
  | {
      readonly type: 'array_changed';
      readonly id: ItemId;
      readonly property: keyof D;
      readonly change: (entries: readonly unknown[]) => readonly unknown[];
    }
  | { readonly type: 'tab_chosen'; readonly id: ItemId; readonly tab: string }
  | { readonly type: 'restored'; readonly shown: ShownStack };

const LOADING: WorksheetLoad = { state: 'loading' };
const FILLED: WorksheetLoad = { state: 'filled' };

export const emptyStack = <D extends object>(): PanelStack<D> => ({ worksheets: [], panel: null });

/** The front worksheet; a normal panel may cover it. */
export const frontOf = <D extends object>(stack: PanelStack<D>): Worksheet<D> | null =>
  stack.worksheets.at(-1) ?? null;

/** Reducer; returns the same object when nothing changes. */
export function reduceStack<D extends object>(stack: PanelStack<D>, action: StackAction<D>): PanelStack<D> {
  switch (action.type) {
    case 'opened':
      return opened(stack, action);
    case 'closed':
      return stack.worksheets.some(({ id }) => id === action.id)
        ? { ...stack, worksheets: stack.worksheets.filter(({ id }) => id !== action.id) }
        : stack;
    case 'all_closed':
      return isEmpty(stack) ? stack : emptyStack();
    case 'brought_to_front':
      return toFront(stack, action.id);
    case 'turned':
      return turned(stack, action.by, action.isBeside ?? false);
    case 'stepped':
      return stepped(stack, action.to, action.tab ?? null);
    case 'panel_opened':
      return isSamePanel(stack.panel, action.panel) ? stack : { ...stack, panel: action.panel };
    case 'panel_closed':
      return stack.panel === null ? stack : { ...stack, panel: null };
    case 'load_started':
      return changed(stack, action.id, (sheet) =>
        sheet.load.state === 'loading' ? sheet : { ...sheet, load: LOADING },
      );
    case 'load_succeeded':
      return changed(stack, action.id, (sheet) =>
        sheet.load.state === 'filled' && sheet.data === action.data
          ? sheet
          : { ...sheet, load: FILLED, data: action.data },
      );
    case 'load_failed':
      return changed(stack, action.id, (sheet) =>
        sheet.load.state === 'failed' && sheet.load.why === action.why
          ? sheet
          : { ...sheet, load: { state: 'failed', why: action.why } },
      );
    case 'data_updated':
      return changed(stack, action.id, (sheet) =>
        sheet.data === null ? sheet : { ...sheet, data: { ...sheet.data, ...action.data } },
      );
    case 'array_changed':
      return changed(stack, action.id, (sheet) => withArray(sheet, action.property, action.change));
    case 'tab_chosen':
      return changed(stack, action.id, (sheet) =>
        sheet.tab === action.tab ? sheet : { ...sheet, tab: action.tab },
      );
    case 'restored':
      return restored(stack, action.shown);
  }
}

const fresh = <D extends object>(id: ItemId, tab: string | null): Worksheet<D> => ({
  id,
  original: originalItemId(id),
  load: LOADING,
  data: null,
  tab,
});

function opened<D extends object>(
  { worksheets, panel }: PanelStack<D>,
  { id, alone = false, keepsPanel = false, tab = null }: Extract<StackAction<D>, { type: 'opened' }>,
): PanelStack<D> {
  const known = worksheets.find((sheet) => sheet.id === id);
  const front = known === undefined ? fresh<D>(id, tab) : withTab(known, tab);
  const behind = alone ? [] : worksheets.filter((sheet) => sheet.id !== id);
  return { worksheets: [...behind, front], panel: keepsPanel ? panel : null };
}

const withTab = <D extends object>(sheet: Worksheet<D>, tab: string | null): Worksheet<D> =>
  tab === null || tab === sheet.tab ? sheet : { ...sheet, tab };

function stepped<D extends object>(stack: PanelStack<D>, to: ItemId, tab: string | null): PanelStack<D> {
  const front = frontOf(stack);
  if (!front || front.id === to) return stack;
  const next = stack.worksheets.find(({ id }) => id === to) ?? fresh<D>(to, tab);
  const behind = stack.worksheets.filter((sheet) => sheet !== front && sheet !== next);
  const { panel } = stack;
  const isAbout = panel?.about === front.id || panel?.about === front.original;
  return {
    worksheets: [...behind, next],
    panel: panel !== null && isAbout ? { name: panel.name, about: next.original } : panel,
  };
}

function toFront<D extends object>(stack: PanelStack<D>, id: ItemId): PanelStack<D> {
  const sheet = stack.worksheets.find((one) => one.id === id);
  if (!sheet || (sheet === frontOf(stack) && stack.panel === null)) return stack;
  return { worksheets: [...stack.worksheets.filter((one) => one !== sheet), sheet], panel: null };
}

/** While a panel covers the worksheets, the next one is the front worksheet itself. */
function turned<D extends object>(stack: PanelStack<D>, by: 1 | -1, isBeside: boolean): PanelStack<D> {
  const { worksheets, panel } = stack;
  const [backmost, ...rest] = worksheets;
  const front = worksheets.at(-1);
  if (!backmost || !front) return stack;
  if (panel !== null && by === 1 && !isBeside) return { worksheets, panel: null };
  if (worksheets.length === 1 && isBeside) return stack;
  if (worksheets.length === 1) return panel === null ? stack : { worksheets, panel: null };
  return {
    worksheets: by === 1 ? [front, ...worksheets.slice(0, -1)] : [...rest, backmost],
    panel: null,
  };
}

function changed<D extends object>(
  stack: PanelStack<D>,
  id: ItemId,
  change: (sheet: Worksheet<D>) => Worksheet<D>,
): PanelStack<D> {
  const sheet = stack.worksheets.find((one) => one.id === id);
  const next = sheet && change(sheet);
  if (!next || next === sheet) return stack;
  return { ...stack, worksheets: stack.worksheets.map((one) => (one === sheet ? next : one)) };
}

function withArray<D extends object>(
  sheet: Worksheet<D>,
  property: keyof D,
  change: (entries: readonly unknown[]) => readonly unknown[],
): Worksheet<D> {
  const entries: unknown = sheet.data?.[property];
  if (sheet.data === null || !Array.isArray(entries)) return sheet;
  const next = change(entries);
  return next === entries ? sheet : { ...sheet, data: { ...sheet.data, [property]: next } };
}

/** Stack of the address, with the data of worksheets that stay open. */
function restored<D extends object>(stack: PanelStack<D>, shown: ShownStack): PanelStack<D> {
  const known = new Map(stack.worksheets.map((sheet) => [sheet.id, sheet]));
  const ids = [...new Set([...shown.worksheets].reverse())].slice(0, MOST_WORKSHEETS).reverse();
  const worksheets = ids.map((id, at) => {
    const sheet = known.get(id) ?? fresh<D>(id, null);
    const isFront = at === ids.length - 1;
    return isFront && sheet.tab !== shown.tab ? { ...sheet, tab: shown.tab } : sheet;
  });
  const panel = isSamePanel(stack.panel, shown.panel) ? stack.panel : shown.panel;
  const isSame =
    panel === stack.panel &&
    worksheets.length === stack.worksheets.length &&
    worksheets.every((sheet, at) => sheet === stack.worksheets[at]);
  return isSame ? stack : { worksheets, panel };
}

const isEmpty = <D extends object>({ worksheets, panel }: PanelStack<D>): boolean =>
  worksheets.length === 0 && panel === null;

const isSamePanel = (a: NormalPanel | null, b: NormalPanel | null): boolean =>
  a === b || (a !== null && b !== null && a.name === b.name && a.about === b.about && a.field === b.field);
