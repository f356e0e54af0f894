import { SUPPORT_POPUP } from '@cotejo/access-contracts';
import { useEffect, useMemo, useState } from 'react';

export interface HoverPopup {
  enterTarget(): void;
  leaveTarget(): void;
  enterPopup(): void;
  leavePopup(): void;
  /** The page moves under the pointer: hides, and hears no hovering until it stands still. */
  scroll(): void;
  /** At once: somebody asked for it. */
  open(): void;
  close(): void;
  /** No timer is left behind. */
  stop(): void;
}

/** When a pop-up that follows the pointer opens and closes; `show` is told. */
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

/** The same, in a component. */
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
