import { useEffect, useState, type RefObject } from 'react';

/** How long the pointer rests before something is told, in milliseconds. */
const REST_MS = 300;

/** What the pointer rests on: the value of the attribute, and where it is. */
export interface RestingOn {
  readonly what: string;
  readonly at: DOMRect;
}

/**
 * What with a certain `data-` attribute the pointer rests on. One for a whole tree: rows come by the hundred when
 * one scrolls. For keys and screen readers the rows and the panel of the item say the same.
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
