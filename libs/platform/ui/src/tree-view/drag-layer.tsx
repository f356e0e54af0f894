import { Portal } from '@mantine/core';
import { useImperativeHandle, useState, type CSSProperties, type Ref } from 'react';
import type { DragSight } from './row-drag.ts';
import classes from './tree-view.module.css';

export interface DragLayerHandle {
  show(sight: DragSight | null): void;
}

interface DragLayerProps {
  readonly ref: Ref<DragLayerHandle>;
  readonly rowHeight: number;
  readonly indent: number;
  /** Text at the pointer. */
  readonly words: (sight: DragSight) => string;
}

/** Drag feedback: a line or box at the target, and a label at the pointer. */
export function DragLayer({ ref, rowHeight, indent, words }: DragLayerProps) {
  const [sight, setSight] = useState<DragSight | null>(null);
  useImperativeHandle(ref, () => ({ show: setSight }), []);
  if (!sight) return null;
  const { place, refusal } = sight;
  const isBox = place?.zone === 'inside' && place.anchors.after === undefined;
  return (
    <>
      {place && (
        <div
          className={isBox ? classes.dropBox : classes.dropLine}
          data-refused={refusal !== null || undefined}
          data-zone={place.zone}
          style={
            {
              top: isBox || !sight.isBelow ? sight.top : sight.top + rowHeight,
              height: isBox ? rowHeight : undefined,
              '--tree-indent': `${place.level * indent}px`,
            } as CSSProperties
          }
        />
      )}
      <Portal>
        <div
          className={classes.dragNote}
          data-refused={refusal !== null || undefined}
          role="status"
          style={{ transform: `translate(${sight.x + 14}px, ${sight.y + 12}px)` }}
        >
          {sight.dragged.length > 1 && <b className={classes.dragCount}>{sight.dragged.length}</b>}
          {refusal ?? words(sight)}
        </div>
      </Portal>
    </>
  );
}
