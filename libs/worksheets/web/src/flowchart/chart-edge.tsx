import { BaseEdge, getSmoothStepPath, type EdgeProps } from '@xyflow/react';
import { labelPlace, TURN } from './chart-sides.ts';

/** Line of an edge; its text stands where it leaves the node, so that it is not taken for that of a line it crosses. */
export function ChartEdgeLine(props: EdgeProps) {
  const { id, label, markerEnd, interactionWidth, sourceX, sourceY, sourcePosition } = props;
  const [path] = getSmoothStepPath({ ...props, offset: TURN });
  const place = labelPlace({ x: sourceX, y: sourceY }, `${sourcePosition}`);
  return (
    <BaseEdge
      {...{ id, path, label }}
      labelX={place.x}
      labelY={place.y}
      {...(markerEnd !== undefined && { markerEnd })}
      {...(interactionWidth !== undefined && { interactionWidth })}
    />
  );
}
