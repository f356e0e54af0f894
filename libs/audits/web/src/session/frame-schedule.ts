/** Runs something once, at the next frame; the answer cancels it. */
export type ScheduleFrame = (run: () => void) => () => void;

/** Milliseconds for which what comes counts as the same frame. */
const FRAME_MS = 16;

/**
 * Runs at once (when the present task is done) if nothing ran for a frame, so that a lone change waits for
 * nothing; what comes after it in the same frame runs together at the next one.
 */
export function createFrameSchedule(now: () => number = () => performance.now()): ScheduleFrame {
  let last = -Infinity;
  return (run) => {
    const runNow = () => {
      last = now();
      run();
    };
    if (now() - last < FRAME_MS) return atNextFrame(runNow);
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
