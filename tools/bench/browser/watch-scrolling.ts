export interface Scrolling {
  /** Pixels from one frame to the next. */
  readonly step: number;
  readonly milliseconds: number;
}

/**
 * Runs in the page: scrolls the plan one step per frame, down and up again.
 * @returns milliseconds from each frame to the next
 */
export function scrollFrames({ step, milliseconds }: Scrolling): Promise<number[]> {
  let list: Element | null = document.querySelector('[data-item]');
  while (list && list.scrollHeight <= list.clientHeight + 1) list = list.parentElement;
  if (!list) throw new Error('the plan does not scroll');
  const scrolled = list;
  const frames: number[] = [];
  const began = performance.now();
  let last = 0;
  let direction = 1;
  return new Promise((resolve) => {
    const next = (at: number) => {
      if (last > 0) frames.push(at - last);
      last = at;
      if (at - began > milliseconds) return resolve(frames);
      if (scrolled.scrollTop + scrolled.clientHeight >= scrolled.scrollHeight - 1) direction = -1;
      else if (scrolled.scrollTop <= 0) direction = 1;
      scrolled.scrollTop += direction * step;
      return requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}
