import type { Chart, ChartEdge, ChartNode } from './chart.ts';
import { SIZE_OF_SHAPE } from './shape-outline.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Pixels between what stands side by side, and between one layer and the next. */
const BESIDE = 48;
const BELOW = 56;
/** Passes over the layers, down and up, in which crossings become fewer. */
const PASSES = 4;

/**
 * Places for a chart from top to bottom (Sugiyama's scheme): edges that close a circle are passed over, each node
 * stands below all that lead to it, and in a layer near what it is connected with. With lanes, each has its
 * columns. The same chart always gives the same places.
 */
export function arrangeChart({ nodes, edges }: Chart): ReadonlyMap<string, Place> {
  const forward = withoutCircles(nodes, edges);
  const layers = orderedLayers(layersOf(nodes, forward), forward);
  const lanes = lanesOf(nodes);
  const widthOf = laneWidths(layers, lanes);
  const places = new Map<string, Place>();
  let y = 0;
  for (const layer of layers) {
    const height = Math.max(...layer.map(({ shape }) => SIZE_OF_SHAPE[shape].height));
    let left = 0;
    for (const lane of lanes) {
      const row = layer.filter((node) => (node.lane ?? '') === lane);
      const laneWidth = widthOf.get(lane) ?? 0;
      let x = left + (laneWidth - rowWidth(row)) / 2;
      for (const { id, shape } of row) {
        const { width, height: own } = SIZE_OF_SHAPE[shape];
        places.set(id, { x: Math.round(x), y: Math.round(y + (height - own) / 2) });
        x += width + BESIDE;
      }
      left += laneWidth + BESIDE * 2;
    }
    y += height + BELOW;
  }
  return places;
}

/** In the order in which the process reaches them; who does nothing in particular comes first. */
function lanesOf(nodes: readonly ChartNode[]): readonly string[] {
  return [...new Set(nodes.map(({ lane }) => lane ?? ''))].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

const rowWidth = (row: readonly ChartNode[]): number =>
  row.reduce((sum, { shape }) => sum + SIZE_OF_SHAPE[shape].width, 0) + BESIDE * Math.max(0, row.length - 1);

function laneWidths(layers: readonly Layer[], lanes: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    lanes.map((lane) => [
      lane,
      Math.max(0, ...layers.map((layer) => rowWidth(layer.filter((node) => (node.lane ?? '') === lane)))),
    ]),
  );
}

type Layer = readonly ChartNode[];

/** Without the edges that lead back: a walk from the starts finds them. */
function withoutCircles(nodes: readonly ChartNode[], edges: readonly ChartEdge[]): readonly ChartEdge[] {
  const outOf = grouped(edges, ({ source }) => source);
  const led = new Set(edges.map(({ target }) => target));
  const first = (node: ChartNode) => (node.shape === 'start' ? 0 : led.has(node.id) ? 2 : 1);
  const state = new Map<string, 'open' | 'done'>();
  const back = new Set<ChartEdge>();
  for (const { id } of [...nodes].sort((a, b) => first(a) - first(b))) {
    if (state.has(id)) continue;
    const path = [{ id, next: 0 }];
    state.set(id, 'open');
    for (let at = path.at(-1); at; at = path.at(-1)) {
      const edge = outOf.get(at.id)?.[at.next++];
      if (!edge) {
        state.set(at.id, 'done');
        path.pop();
        continue;
      }
      const known = state.get(edge.target);
      if (known === 'open') back.add(edge);
      if (known) continue;
      state.set(edge.target, 'open');
      path.push({ id: edge.target, next: 0 });
    }
  }
  return edges.filter((edge) => !back.has(edge));
}

/** Each node one layer below the lowest that leads to it. */
function layersOf(nodes: readonly ChartNode[], edges: readonly ChartEdge[]): readonly Layer[] {
  const outOf = grouped(edges, ({ source }) => source);
  const waitsFor = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { target } of edges) waitsFor.set(target, (waitsFor.get(target) ?? 0) + 1);
  const depth = new Map(nodes.map(({ id }) => [id, 0]));
  const ready = nodes.filter(({ id }) => waitsFor.get(id) === 0).map(({ id }) => id);
  for (let id = ready.shift(); id !== undefined; id = ready.shift()) {
    for (const { target } of outOf.get(id) ?? []) {
      depth.set(target, Math.max(depth.get(target) ?? 0, (depth.get(id) ?? 0) + 1));
      const left = (waitsFor.get(target) ?? 1) - 1;
      waitsFor.set(target, left);
      if (left === 0) ready.push(target);
    }
  }
  const layers: ChartNode[][] = [];
  for (const node of nodes) {
    const at = depth.get(node.id) ?? 0;
    while (layers.length <= at) layers.push([]);
    layers[at]?.push(node);
  }
  return layers;
}

/** By the middle of the neighbours in the layer before, then in the one after. */
function orderedLayers(layers: readonly Layer[], edges: readonly ChartEdge[]): readonly Layer[] {
  const into = grouped(edges, ({ target }) => target);
  const outOf = grouped(edges, ({ source }) => source);
  let ordered = layers;
  for (let pass = 0; pass < PASSES; pass++) {
    const isDown = pass % 2 === 0;
    const placed = new Map(ordered.flatMap((layer) => layer.map(({ id }, at) => [id, at / layer.length])));
    const middle = ({ id }: ChartNode): number => {
      const near = isDown
        ? (into.get(id) ?? []).map(({ source }) => source)
        : (outOf.get(id) ?? []).map(({ target }) => target);
      const sum = near.reduce((total, other) => total + (placed.get(other) ?? 0), 0);
      return near.length > 0 ? sum / near.length : (placed.get(id) ?? 0);
    };
    const order = (layer: Layer): Layer => {
      const sorted = [...layer].sort((a, b) => middle(a) - middle(b));
      sorted.forEach(({ id }, at) => placed.set(id, at / sorted.length));
      return sorted;
    };
    ordered = isDown ? ordered.map(order) : ordered.toReversed().map(order).toReversed();
  }
  return ordered;
}

function grouped<T>(all: readonly T[], key: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(key(one));
    if (group) group.push(one);
    else groups.set(key(one), [one]);
  }
  return groups;
}
