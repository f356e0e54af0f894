import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useRef, type ReactNode } from 'react';
import styles from './views.module.css';

/** Maximum number of items rendered without virtualization. */
const FEW = 40;
/** Items rendered beyond the visible range. */
const OVERSCAN = 4;

interface WindowedListProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Estimated height of an item in pixels, until it is measured. */
  readonly itemHeight: number;
  /** Pixels between items. */
  readonly gap: number;
  readonly className: string | undefined;
  /** Key of an item that stays rendered outside of the visible range, because it is being dragged. */
  readonly pinned?: string | null;
  readonly children: (item: T) => ReactNode;
}

/** A scrolling list; long ones are virtualized. */
export function WindowedList<T>(props: WindowedListProps<T>) {
  const { items, keyOf, itemHeight, gap, className, pinned = null, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isWindowed = items.length > FEW;
  const pinnedAt = pinned === null ? -1 : items.findIndex((item) => keyOf(item) === pinned);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      return pinnedAt < 0 || drawn.includes(pinnedAt) ? drawn : [...drawn, pinnedAt].sort((a, b) => a - b);
    },
    [pinnedAt],
  );
  // Not memoised by the compiler: the virtualizer's results change while scrolling.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: items.length,
    enabled: isWindowed,
    getScrollElement: () => scroller.current,
    estimateSize: () => itemHeight,
    gap,
    overscan: OVERSCAN,
    rangeExtractor,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
  });
  return (
    <div ref={scroller} className={`${styles.windowed} ${className ?? ''}`}>
      {isWindowed ? (
        <ul style={{ height: virtual.getTotalSize() }} data-windowed>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const item = items[index];
            return (
              item !== undefined && (
                <li
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-setsize={items.length}
                  aria-posinset={index + 1}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {children(item)}
                </li>
              )
            );
          })}
        </ul>
      ) : (
        <ul style={{ gap }}>
          {items.map((item) => (
            <li key={keyOf(item)}>{children(item)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
