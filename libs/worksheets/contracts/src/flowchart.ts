import { itemId } from '@cotejo/audits-contracts';
import { z } from 'zod';

/** Shapes of a process flowchart; a control point and a risk point may stand for an item of the plan. */
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

/** Characters of a label; what is longer is cut where it is written. */
export const MAX_FLOW_LABEL = 200;
/** Pixels from the origin beyond which nothing is drawn. */
const FARTHEST = 100_000;
const coordinate = z.number().min(-FARTHEST).max(FARTHEST);
const id = z.string().min(1).max(64);

/** A node as its document's map holds it under its id: one plain value, the later write wins as a whole. */
export const flowNode = z.object({
  shape: flowShape,
  label: z.string().max(MAX_FLOW_LABEL),
  x: coordinate,
  y: coordinate,
  /** Whoever does it: the lane that it stands in when the chart is arranged. */
  lane: z.string().max(100).optional(),
  /** Control or risk of the plan that a point stands for. */
  item: itemId.optional(),
});
export type FlowNode = z.infer<typeof flowNode>;

export const flowEdge = z.object({
  source: id,
  target: id,
  label: z.string().max(MAX_FLOW_LABEL).optional(),
});
export type FlowEdge = z.infer<typeof flowEdge>;
