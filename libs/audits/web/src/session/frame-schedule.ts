/** Runs something once, at the next frame; the answer cancels it. */
export type ScheduleFrame = (run: () => void) => () => void;

/** Milliseconds for which what comes counts as the same frame. */
const FRAME_MS = 16;
/** A run that took long is followed by a rest of so many times that, up to a limit: the page stays usable. */
const REST_TIMES = 2;
const MOST_REST_MS = 250;

/**
 * Runs at once (when the present task is done) if nothing ran for a frame, so that a lone change waits for
 * nothing; what comes after it in the same frame runs together at the next one, or later when a run takes
 * longer than a frame.
 */
export function createFrameSchedule(now: () => number = () => performance.now()): ScheduleFrame {
  let last = -Infinity;
  let rest = 0;
  return (run) => {
    const runNow = () => {
      const began = now();
      run();
      last = now();
      rest = Math.min(MOST_REST_MS, (last - began) * REST_TIMES);
    };
    const since = now() - last;
    if (since < rest && rest > FRAME_MS) {
      const timer = setTimeout(runNow, rest - since);
      return () => clearTimeout(timer);
    }
    if (since < FRAME_MS) return atNextFrame(runNow);
    let isCancelled = false;
    queueMicrotask(() => {
      if (!isCancelled) runNow();
    });
    return () => (isCancelled = true);
  };
}

/** Browsers make no frames for hidden pages: then a timer, so that work goes on. */
export const atNextFrame: ScheduleFrame = (run) => {
  if (typeof requestAnimationFrame === 'function' && document.visibilityState === 'visible') {
    const handle = requestAnimationFrame(run);
    return () => cancelAnimationFrame(handle);
  }
  const timer = setTimeout(run, 16);
  return () => clearTimeout(timer);
};
