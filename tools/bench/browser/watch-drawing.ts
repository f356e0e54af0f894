/** Visible state of a page: an element of this selector, whose text contains this one. */
export interface DrawnSign {
  readonly selector: string;
  readonly text?: string;
}

/** Moments by the page's own clock, in milliseconds since the epoch. */
export interface Drawing {
  /** The awaited input event was created; null if none was awaited. */
  readonly began: number | null;
  /** The first frame that shows all signs was painted. */
  readonly painted: number;
}

export interface DrawingWatch {
  now(): number;
  /** Waits for signs of which one is not visible yet; `drawn` then resolves with its times. */
  expect(signs: readonly DrawnSign[], event: 'click' | 'input' | null): void;
  drawn(): Promise<Drawing>;
}

declare global {
  interface Window {
    drawingWatch: DrawingWatch;
  }
}

/**
 * Init script, serialised into the page: it must not reference anything outside of itself. The clock starts with the
 * time stamp of the user's input event, and stops in the first task after the frame with all signs; a resize observer
 * finds that frame, as in `installPaintWatch`.
 */
export function installDrawingWatch(): void {
  let expected: readonly DrawnSign[] | null = null;
  let awaited: string | null = null;
  let began: number | null = null;
  let tell: (drawing: Drawing) => void = () => undefined;
  let drawing: Promise<Drawing> = new Promise(() => undefined);

  const elementOf = ({ selector, text }: DrawnSign) =>
    [...document.querySelectorAll(selector)].find(
      (element) => text === undefined || element.textContent.includes(text),
    );
  const now = () => performance.timeOrigin + performance.now();

  const afterPaint = new MessageChannel();
  afterPaint.port1.onmessage = () => tell({ began, painted: now() });
  const frames = new ResizeObserver(() => {
    frames.disconnect();
    afterPaint.port2.postMessage(null);
  });
  const look = () => {
    if (expected === null || awaited !== null) return;
    const found = expected.map(elementOf);
    if (found.includes(undefined)) return;
    expected = null;
    changes.disconnect();
    frames.observe(document.documentElement);
  };
  const changes = new MutationObserver(look);
  for (const type of ['click', 'input']) {
    window.addEventListener(
      type,
      (event) => {
        if (awaited !== type || !event.isTrusted) return;
        began = performance.timeOrigin + event.timeStamp;
        awaited = null;
      },
      { capture: true },
    );
  }
  window.drawingWatch = {
    now,
    expect(signs, event) {
      if (signs.every((sign) => elementOf(sign) !== undefined))
        throw new Error(`drawn already: ${JSON.stringify(signs)}`);
      [expected, awaited, began] = [signs, event, null];
      drawing = new Promise((resolve) => (tell = resolve));
      changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    },
    drawn: () => drawing,
  };
}
