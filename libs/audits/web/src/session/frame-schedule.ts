/** Runs a function once, at the next frame; the returned function cancels it. */
export type ScheduleFrame = (run: () => void) => () => void;

/** Length of a frame in milliseconds; calls within one frame are combined. */
const FRAME_MS = 16;
/**
 * After a slow run, pause for this multiple of its duration (up to a limit), so that the page stays
 * responsive.
 */
const REST_TIMES = 2;
const MOST_REST_MS = 250;

/**
 * Scheduler that runs in a microtask when nothing ran for a frame, so that a single change is not delayed;
 * further calls within the frame are combined at the next one, or later when a run takes longer than a frame.
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

/** Falls back to a timer for hidden pages, for which browsers fire no animation frames. */
export const atNextFrame: ScheduleFrame = (run) => {
  if (typeof requestAnimationFrame === 'function' && document.visibilityState === 'visible') {
    const handle = requestAnimationFrame(run);
    return () => cancelAnimationFrame(handle);
  }
  const timer = setTimeout(run, 16);
  return () => clearTimeout(timer);
};
