import { itemId } from '@cotejo/audits-contracts';
import { z } from 'zod';

/** Shapes of a process flowchart; a control point and a risk point may refer to an item of the plan. */
export const FLOW_SHAPES = [
  'start',
  'end',
  'activity',
  'decision',
  'document',
  'system',
  'control',
  'risk',
  'connector',
] as const;
export const flowShape = z.enum(FLOW_SHAPES);
export type FlowShape = z.infer<typeof flowShape>;

/** Characters of a label; longer ones are cut when written. */
export const MAX_FLOW_LABEL = 200;
/** Maximum distance from the origin in pixels. */
const FARTHEST = 100_000;
const coordinate = z.number().min(-FARTHEST).max(FARTHEST);
const id = z.string().min(1).max(64);

/**
 * A node in the document's map, under its id: one plain value, so concurrent writes resolve to the later one
 * as a whole.
 */
export const flowNode = z.object({
  shape: flowShape,
  label: z.string().max(MAX_FLOW_LABEL),
  x: coordinate,
  y: coordinate,
  /** Actor: the lane of the node when the chart is arranged. */
  lane: z.string().max(100).optional(),
  /** Control or risk of the plan that the point refers to. */
  item: itemId.optional(),
});
export type FlowNode = z.infer<typeof flowNode>;

export const flowEdge = z.object({
  source: id,
  target: id,
  label: z.string().max(MAX_FLOW_LABEL).optional(),
});
export type FlowEdge = z.infer<typeof flowEdge>;
