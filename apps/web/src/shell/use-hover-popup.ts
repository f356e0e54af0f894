import { SUPPORT_POPUP } from '@cotejo/access-contracts';
import { useEffect, useMemo, useState } from 'react';

export interface HoverPopup {
  enterTarget(): void;
  leaveTarget(): void;
  enterPopup(): void;
  leavePopup(): void;
  /** The page scrolls under the pointer: closes, and ignores hovering until it stops. */
  scroll(): void;
  /** Opens without delay, on request. */
  open(): void;
  close(): void;
  /** Clears all timers. */
  stop(): void;
}

/** State machine of a hover pop-up; calls `show` on changes. */
export function createHoverPopup(show: (open: boolean) => void): HoverPopup {
  let scrolledAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const set = (open: boolean) => {
    stop();
    show(open);
  };
  const after = (delay: number, open: boolean) => {
    stop();
    timer = setTimeout(() => set(open), delay);
  };
  return {
    enterTarget() {
      if (performance.now() - scrolledAt >= SUPPORT_POPUP.scrollHideReenable)
        after(SUPPORT_POPUP.openDelay, true);
    },
    leaveTarget: () => after(SUPPORT_POPUP.closeDelay, false),
    enterPopup: stop,
    leavePopup: () => after(SUPPORT_POPUP.leaveDelay, false),
    scroll() {
      scrolledAt = performance.now();
      set(false);
    },
    open: () => set(true),
    close: () => set(false),
    stop,
  };
}

/** The pop-up's state machine as a hook. */
export function useHoverPopup(): readonly [boolean, HoverPopup] {
  const [isOpen, setOpen] = useState(false);
  const popup = useMemo(() => createHoverPopup(setOpen), []);
  useEffect(() => {
    const scroll = () => popup.scroll();
    window.addEventListener('scroll', scroll, { capture: true, passive: true });
    return () => {
      window.removeEventListener('scroll', scroll, { capture: true });
      popup.stop();
    };
  }, [popup]);
  return [isOpen, popup];
}
