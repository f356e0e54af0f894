/** Runs something once, at the next frame; the answer cancels it. */
export type ScheduleFrame = (run: () => void) => () => void;

/** Browsers make no frames for hidden pages: then a timer, so that work goes on. */
export const atNextFrame: ScheduleFrame = (run) => {
  if (typeof requestAnimationFrame === 'function' && document.visibilityState === 'visible') {
    const handle = requestAnimationFrame(run);
    return () => cancelAnimationFrame(handle);
  }
  const timer = setTimeout(run, 16);
  return () => clearTimeout(timer);
};
