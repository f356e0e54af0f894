/** Milestones of a page load, in milliseconds since its navigation began. */
export interface Opening {
  /** The first frame with rows of the plan was painted. */
  readonly shown: number;
  /** From here on no task blocked the page for longer than 50 ms. */
  readonly interactive: number;
  /** Requests sent before rows were painted, the page's own included. */
  readonly requests: number;
}

declare global {
  interface Window {
    opening: Promise<Opening>;
  }
}

/**
 * Init script, serialised into the page: it must not reference anything outside of itself. Interactive means: rows are
 * painted, and the last task of more than 50 ms that is followed by `quiet` milliseconds without another one is done.
 */
export function installOpeningWatch({ rows, quiet }: { rows: number; quiet: number }): void {
  const LONG_TASK_MS = 50;
  let busyUntil = 0;
  let shown = 0;
  window.opening = new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        if (duration > LONG_TASK_MS) busyUntil = Math.max(busyUntil, startTime + duration);
    }).observe({ type: 'longtask', buffered: true });

    const painted = new MessageChannel();
    painted.port1.onmessage = () => {
      shown = performance.now();
      const timer = setInterval(() => {
        const interactive = Math.max(shown, busyUntil);
        if (performance.now() - interactive < quiet) return;
        clearInterval(timer);
        const sent = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < shown);
        resolve({ shown, interactive, requests: sent.length + 1 });
      }, 50);
    };
    // The observer's first callback comes in the frame that shows the element, right before the paint.
    const frame = new ResizeObserver(() => {
      frame.disconnect();
      painted.port2.postMessage(null);
    });
    const changes = new MutationObserver(() => {
      const found = document.querySelectorAll('[data-item]');
      const last = found[rows - 1];
      if (!last) return;
      changes.disconnect();
      frame.observe(last);
    });
    changes.observe(document, { subtree: true, childList: true });
  });
}
