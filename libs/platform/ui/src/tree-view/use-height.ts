import { useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/**
 * Height of an element in pixels; 0 before the first layout. Measured before paint, also on resize: a frame
 * later, dependent content would flash empty.
 */
export function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    setHeight(current.clientHeight);
    const observer = new ResizeObserver(() => flushSync(() => setHeight(current.clientHeight)));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
