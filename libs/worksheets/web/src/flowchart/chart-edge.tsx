import { BaseEdge, getSmoothStepPath, Position, type EdgeProps } from '@xyflow/react';
import { labelPlace, lineBetween, TURN, type Side } from './chart-sides.ts';

const SIDE: Readonly<Record<Position, Side>> = {
  [Position.Top]: 'top',
  [Position.Right]: 'right',
  [Position.Bottom]: 'bottom',
  [Position.Left]: 'left',
};

/** Line of an edge; its text stands where it leaves the node, so that it is not taken for that of a line it crosses. */
export function ChartEdgeLine(props: EdgeProps) {
  const { id, label, markerEnd, interactionWidth, sourcePosition, targetPosition } = props;
  const [path] = getSmoothStepPath({ ...props, offset: TURN });
  const [source, target] = [
    { x: props.sourceX, y: props.sourceY },
    { x: props.targetX, y: props.targetY },
  ];
  const sides = { from: SIDE[sourcePosition], to: SIDE[targetPosition] };
  const place = labelPlace(lineBetween(source, target, sides));
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
