import { useLayoutEffect, type RefObject } from 'react';

/** What the library's markup lacks for screen readers and the keyboard. */
export interface GanttMarkup {
  /** Names of the table on the left and of the bars on the right. */
  readonly rows: string;
  readonly timeline: string;
  /** All rows: the library draws, and counts, those in sight alone. */
  readonly count: number;
  /** Place of a row among them, from 0. */
  readonly placeOf: (id: string) => number;
}

/** Attributes that the library writes again when it scrolls or draws rows. */
const WATCHED = ['aria-rowindex', 'aria-rowcount', 'aria-label', 'role', 'tabindex'];

/** Corrects what breaks WCAG 2.2 AA in the markup of `@svar-ui/react-gantt` 2.7. */
export function mendMarkup(root: ParentNode, { rows, timeline, count, placeOf }: GanttMarkup): void {
  const mend = (selector: string, attributes: (element: HTMLElement) => Attributes) => {
    for (const element of root.querySelectorAll<HTMLElement>(selector)) write(element, attributes(element));
  };
  // It scrolls, so the keyboard must reach it.
  mend('.wx-chart', () => ({ role: 'group', 'aria-label': timeline, tabindex: '0' }));
  // The keyboard has nothing to do in what is around the table and the bars.
  mend('.wx-layout', () => ({ tabindex: '-1' }));
  // A presentational element has no name; only a mouse uses it.
  mend('.wx-grip', () => ({ 'aria-label': null, 'aria-hidden': 'true' }));
  mend('.wx-table-box', () => ({ 'aria-label': rows, 'aria-rowcount': String(count + 1) }));
  // Rows count from 1, and the header is the first.
  mend('.wx-data > [role=row]', ({ dataset: { id = '' } }) => ({
    'aria-rowindex': String(placeOf(id.replace(/^:/, '')) + 2),
  }));
}

type Attributes = Readonly<Record<string, string | null>>;

/** Leaves what is right already: each change would call the observer again. */
function write(element: HTMLElement, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) === value) continue;
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}

/** Keeps the library's markup corrected while it is drawn. Keep the identity of `markup`. */
export function useMendedMarkup(box: RefObject<HTMLElement | null>, markup: GanttMarkup): void {
  useLayoutEffect(() => {
    const root = box.current;
    if (!root) return undefined;
    const mend = () => mendMarkup(root, markup);
    mend();
    const observer = new MutationObserver(mend);
    observer.observe(root, { subtree: true, childList: true, attributeFilter: WATCHED });
    return () => observer.disconnect();
  }, [box, markup]);
}
