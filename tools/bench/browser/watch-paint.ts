/** Visible evidence of a change: the row of an item contains a text, or is below another row. */
export type ScreenSign =
  { readonly item: string; readonly text: string } | { readonly item: string; readonly below: string };

/** Moments by the page's own clock, in milliseconds since the epoch. */
export interface Sight {
  /** The message with the change was received from the socket. */
  readonly received: number;
  /** The DOM contains the change. */
  readonly inDocument: number;
  /** The frame with the change was painted. */
  readonly painted: number;
}

export interface PaintWatch {
  now(): number;
  /** Items whose rows are fully visible, from top to bottom. */
  visibleItems(): string[];
  /** Waits for a sign that is not visible yet; `seen` then resolves with its times. */
  expect(sign: ScreenSign): void;
  seen(): Promise<Sight>;
}

declare global {
  interface Window {
    paintWatch: PaintWatch;
  }
}

/**
 * Init script, serialised into the page: it must not reference anything outside of itself. Painted means: the first
 * task after the frame that contains the change. A resize observer finds that frame: its first callback comes in the
 * frame that shows the current DOM, after layout and before paint; a requested animation frame would sometimes be the
 * next one.
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
  /** Removes the mark of the last editor: otherwise an assignment to that user would seem to be visible. */
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
