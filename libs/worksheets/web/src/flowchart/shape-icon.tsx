import type { FlowShape } from '@cotejo/worksheets-contracts';
import { outlineOf, SIZE_OF_SHAPE } from './shape-outline.ts';
import styles from './flowchart.module.css';

/** A small drawing of a shape; its name is beside it. */
export function ShapeIcon({ shape }: { readonly shape: FlowShape }) {
  const { width, height } = SIZE_OF_SHAPE[shape];
  return (
    <svg
      className={styles.icon}
      data-shape={shape}
      viewBox={`-6 -6 ${width + 12} ${height + 12}`}
      width={24}
      height={16}
      aria-hidden
    >
      <path d={outlineOf(shape)} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
