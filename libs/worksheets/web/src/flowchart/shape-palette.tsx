import { FLOW_SHAPES, type FlowShape } from '@cotejo/worksheets-contracts';
import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useShownChart } from './chart-context.ts';
import { ShapeIcon } from './shape-icon.tsx';
import styles from './flowchart.module.css';

/** Drag data type of the palette, so that text dragged from other pages is not taken for a shape. */
export const SHAPE_DRAGGED = 'application/x-cotejo-flow-shape';

interface ShapePaletteProps {
  readonly onAdd: (shape: FlowShape) => void;
}

/** Shapes to drag onto the canvas; a click adds one after the selected node. */
export function ShapePalette({ onAdd }: ShapePaletteProps) {
  const { t } = useTranslation('worksheets-web');
  const { shapeName } = useShownChart();
  return (
    <div className={styles.palette} role="toolbar" aria-orientation="vertical" aria-label={t('flow.palette')}>
      {FLOW_SHAPES.map((shape) => (
        <Tooltip key={shape} label={shapeName(shape)} position="right" openDelay={250}>
          <button
            type="button"
            draggable
            aria-label={t('flow.add_shape', { shape: shapeName(shape) })}
            onDragStart={(event) => {
              event.dataTransfer.setData(SHAPE_DRAGGED, shape);
              event.dataTransfer.effectAllowed = 'copy';
            }}
            onClick={() => onAdd(shape)}
          >
            <ShapeIcon shape={shape} />
          </button>
        </Tooltip>
      ))}
    </div>
  );
}
