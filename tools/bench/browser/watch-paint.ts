/** How a change is told from the screen: the row of an item says a text, or stands below another row. */
export type ScreenSign =
  { readonly item: string; readonly text: string } | { readonly item: string; readonly below: string };

/** Moments by the page's own clock, in milliseconds since the epoch. */
export interface Sight {
  /** The message that brought it came out of the socket. */
  readonly received: number;
  /** The document shows it. */
  readonly inDocument: number;
  /** The frame that shows it was painted. */
  readonly painted: number;
}

export interface PaintWatch {
  now(): number;
  /** Items whose rows are on the screen whole, from top to bottom. */
  visibleItems(): string[];
  /** Watches for a sign that is not there yet; the sight is then told by `seen`. */
  expect(sign: ScreenSign): void;
  seen(): Promise<Sight>;
}

declare global {
  interface Window {
    paintWatch: PaintWatch;
  }
}

/**
 * Put into a page before its own scripts; runs there, so it may use nothing from outside of itself.
 * Painted means: a task that runs after the frame which contains the change. That frame is found by a resize
 * observer: what it begins to observe is told in the very frame that shows the present document, after its
 * layout and before its paint; an animation frame asked for would be the next one at times.
 */
export function installPaintWatch(committedMessage: number): void {
  const now = () => performance.timeOrigin + performance.now();
  let received = 0;
  let expected: ScreenSign | null = null;
  let inDocument = 0;
  let tell: (sight: Sight) => void = () => undefined;
  let sight: Promise<Sight> = new Promise(() => undefined);

  const rowOf = (item: string) => document.querySelector(`[data-item="${item}"]`);
  const topOf = (item: string) => rowOf(item)?.getBoundingClientRect().top ?? NaN;
  /** Without the mark that says who just changed the row: an assignment to that person would seem to be shown. */
  const textOf = (row: Element) =>
    [...row.querySelectorAll('[data-touch]')].reduce(
      (html, mark) => html.replace(mark.outerHTML, ''),
      row.outerHTML,
    );
  const isShown = (sign: ScreenSign) =>
    'text' in sign
      ? [rowOf(sign.item)].some((row) => row !== null && textOf(row).includes(sign.text))
      : topOf(sign.item) > topOf(sign.below);

  const afterPaint = new MessageChannel();
  afterPaint.port1.onmessage = () => tell({ received, inDocument, painted: now() });
  const frames = new ResizeObserver(() => {
    frames.disconnect();
    afterPaint.port2.postMessage(null);
  });
  const changes = new MutationObserver(() => {
    if (!expected || !isShown(expected)) return;
    inDocument = now();
    const row = rowOf(expected.item);
    expected = null;
    changes.disconnect();
    if (row) frames.observe(row);
  });

  window.WebSocket = class extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      this.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (data instanceof ArrayBuffer && new Uint8Array(data)[0] === committedMessage) received = now();
      });
    }
  };
  window.paintWatch = {
    now,
    visibleItems: () =>
      [...document.querySelectorAll('[data-item]')]
        .map((row) => ({ row, box: row.getBoundingClientRect() }))
        .filter(({ row, box }) => {
          const middle = document.elementFromPoint(box.left + 40, box.top + box.height / 2);
          return middle !== null && row.contains(middle) && box.bottom < window.innerHeight;
        })
        .sort((a, b) => a.box.top - b.box.top)
        .map(({ row }) => row.getAttribute('data-item') ?? ''),
    expect(sign) {
      if (isShown(sign)) throw new Error(`shown already: ${JSON.stringify(sign)}`);
      expected = sign;
      sight = new Promise((resolve) => (tell = resolve));
      changes.observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
    },
    seen: () => sight,
  };
}
