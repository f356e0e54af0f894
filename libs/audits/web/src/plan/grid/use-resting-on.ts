import { useEffect, useState, type RefObject } from 'react';

/** Milliseconds that the pointer must rest before the tooltip opens. */
const REST_MS = 300;

/** Hovered element: value of its attribute and its position. */
export interface RestingOn {
  readonly what: string;
  readonly at: DOMRect;
}

/**
 * Element with a given `data-` attribute under the resting pointer. One listener for the whole tree, since rows mount
 * by the hundred while scrolling. Keyboard and screen readers get the same text from rows and the item's panel.
 */
export function useRestingOn(
  area: RefObject<HTMLElement | null>,
  attribute: 'signatures' | 'explained',
): RestingOn | null {
  const [over, setOver] = useState<RestingOn | null>(null);
  useEffect(() => {
    const { current } = area;
    if (!current) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = () => {
      clearTimeout(timer);
      setOver(null);
    };
    const move = ({ target, pointerType }: PointerEvent) => {
      leave();
      const found = target instanceof Element ? target.closest<HTMLElement>(`[data-${attribute}]`) : null;
      const what = found?.dataset[attribute];
      if (!found || what === undefined || pointerType === 'touch') return;
      timer = setTimeout(() => setOver({ what, at: found.getBoundingClientRect() }), REST_MS);
    };
    current.addEventListener('pointerover', move);
    for (const end of ENDS) current.addEventListener(end, leave, true);
    return () => {
      clearTimeout(timer);
      current.removeEventListener('pointerover', move);
      for (const end of ENDS) current.removeEventListener(end, leave, true);
    };
  }, [area, attribute]);
  return over;
}

const ENDS = ['pointerleave', 'pointerdown', 'scroll', 'keydown'] as const;
