import { useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/**
 * Height of an element in pixels; 0 before the first layout. Known before anything is painted, also after a
 * resize: a frame later, what depends on it would be seen empty.
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
