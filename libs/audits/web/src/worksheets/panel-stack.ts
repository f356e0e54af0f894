import { originalItemId, type ItemId } from '@cotejo/audits-contracts';

/** Milliseconds after which what was already loaded is applied once more to a worksheet that opens. */
export const REAPPLY_LOADED_MS = 100;

/** Worksheets that an address may name; more were not opened by hand. */
export const MOST_WORKSHEETS = 20;

/** `gone`: there is no such item, or not for this person. `unreachable`: nobody could be asked. */
export type LoadFailure = 'gone' | 'unreachable';

export type WorksheetLoad =
  | { readonly state: 'loading' }
  | { readonly state: 'filled' }
  | { readonly state: 'failed'; readonly why: LoadFailure };

/** One open worksheet; `D` is what it shows. */
export interface Worksheet<D extends object> {
  /** As the address has it: of an action plan or its evaluation the finding's with `-PA` or `-EV`. */
  readonly id: ItemId;
  /** The same without its suffix. */
  readonly original: ItemId;
  readonly load: WorksheetLoad;
  /** What was loaded last; stays when a later load fails. */
  readonly data: D | null;
  /** The tab that was chosen; null = the one that its type remembers. */
  readonly tab: string | null;
}

/** A panel that is no worksheet: notes, history, findings… of the audit (null) or of one item. */
export interface NormalPanel {
  readonly name: string;
  readonly about: ItemId | null;
  /** Of the item's worksheet, where the panel is about one field; absent = all of it. */
  readonly field?: string;
}

/** What stands beside the tree. */
export interface PanelStack<D extends object> {
  /** From the back to the front. */
  readonly worksheets: readonly Worksheet<D>[];
  /** Stands before every worksheet. */
  readonly panel: NormalPanel | null;
}

/** What an address says of the stack. */
export interface ShownStack {
  /** From the back to the front. */
  readonly worksheets: readonly ItemId[];
  readonly panel: NormalPanel | null;
  /** Of the front worksheet. */
  readonly tab: string | null;
}

export type StackAction<D extends object> =
  /** A flowchart (understanding) stands alone. */
  | { readonly type: 'opened'; readonly id: ItemId; readonly alone?: boolean; readonly tab?: string | null }
  | { readonly type: 'closed'; readonly id: ItemId }
  | { readonly type: 'all_closed' }
  | { readonly type: 'brought_to_front'; readonly id: ItemId }
  /** 1: the next by order comes to the front and the front goes to the back; -1: the other way round. */
  | { readonly type: 'turned'; readonly by: 1 | -1 }
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

/** The worksheet in front of the others; it may stand behind a normal panel. */
export const frontOf = <D extends object>(stack: PanelStack<D>): Worksheet<D> | null =>
  stack.worksheets.at(-1) ?? null;

/** The next stack; the same object where nothing changes. */
export function reduceStack<D extends object>(stack: PanelStack<D>, action: StackAction<D>): PanelStack<D> {
  switch (action.type) {
    case 'opened':
      return opened(stack, action.id, action.alone ?? false, action.tab ?? null);
    case 'closed':
      return stack.worksheets.some(({ id }) => id === action.id)
        ? { ...stack, worksheets: stack.worksheets.filter(({ id }) => id !== action.id) }
        : stack;
    case 'all_closed':
      return isEmpty(stack) ? stack : emptyStack();
    case 'brought_to_front':
      return toFront(stack, action.id);
    case 'turned':
      return turned(stack, action.by);
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
  { worksheets }: PanelStack<D>,
  id: ItemId,
  alone: boolean,
  tab: string | null,
): PanelStack<D> {
  const known = worksheets.find((sheet) => sheet.id === id);
  const front = known === undefined ? fresh<D>(id, tab) : known;
  const behind = alone ? [] : worksheets.filter((sheet) => sheet.id !== id);
  return { worksheets: [...behind, front], panel: null };
}

function toFront<D extends object>(stack: PanelStack<D>, id: ItemId): PanelStack<D> {
  const sheet = stack.worksheets.find((one) => one.id === id);
  if (!sheet || (sheet === frontOf(stack) && stack.panel === null)) return stack;
  return { worksheets: [...stack.worksheets.filter((one) => one !== sheet), sheet], panel: null };
}

/** Behind a panel the front worksheet itself is the next. */
function turned<D extends object>(stack: PanelStack<D>, by: 1 | -1): PanelStack<D> {
  const { worksheets, panel } = stack;
  const [backmost, ...rest] = worksheets;
  const front = worksheets.at(-1);
  if (!backmost || !front) return stack;
  if (panel !== null && by === 1) return { worksheets, panel: null };
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

/** What the address says, with what is known of the worksheets that stay. */
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
