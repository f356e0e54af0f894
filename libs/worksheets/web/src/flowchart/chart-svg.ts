import { printColours } from './print-colours.ts';
import type { Chart, ChartEdge, ChartNode } from './chart.ts';
import { edgeLine, labelPlace, sidesOf } from './chart-sides.ts';
import { outlineOf, SIZE_OF_SHAPE, wrapLabel } from './shape-outline.ts';

/** Pixels around the chart. */
const MARGIN = 24;
const LINE = 15;
const CHARACTERS = 22;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The chart as an SVG image on white, independent of the colour scheme: for reports and printing. */
export function chartSvg({ nodes, edges }: Chart): {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
} {
  const left = Math.min(...nodes.map(({ x }) => x)) - MARGIN;
  const top = Math.min(...nodes.map(({ y }) => y)) - MARGIN;
  const width = Math.max(...nodes.map(({ x, shape }) => x + SIZE_OF_SHAPE[shape].width)) + MARGIN - left;
  const height = Math.max(...nodes.map(({ y, shape }) => y + SIZE_OF_SHAPE[shape].height)) + MARGIN - top;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<defs><marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0L8 4L0 8Z" fill="${printColours.line}"/></marker></defs>`,
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${printColours.paper}"/>`,
    ...edges.map((edge) => drawnEdge(edge, nodes, byId)),
    ...nodes.map(drawnNode),
    '</svg>',
  ].join('');
  return { svg, width, height };
}

function drawnEdge(
  { source, target, label }: ChartEdge,
  nodes: readonly ChartNode[],
  byId: ReadonlyMap<string, ChartNode>,
): string {
  const [from, to] = [byId.get(source), byId.get(target)];
  if (!from || !to) return '';
  const sides = sidesOf(from, to, nodes);
  const line = edgeLine(from, to, sides);
  const path = `M${line.map(({ x, y }) => `${x} ${y}`).join('L')}`;
  const middle = labelPlace(line);
  const words = label
    ? `<text x="${middle.x}" y="${middle.y + 4}" text-anchor="middle" fill="${printColours.ink}" stroke="${printColours.paper}" stroke-width="4" paint-order="stroke">${escaped(label)}</text>`
    : '';
  return `<path d="${path}" fill="none" stroke="${printColours.line}" stroke-width="1.5" marker-end="url(#end)"/>${words}`;
}

function drawnNode({ shape, label, x, y, lane }: ChartNode): string {
  const { width, height } = SIZE_OF_SHAPE[shape];
  const lines = [...wrapLabel(label, CHARACTERS, 3), ...(lane === undefined ? [] : [lane])];
  const first = height / 2 - ((lines.length - 1) * LINE) / 2 + 4;
  const words = lines.map((line, at) => {
    const isLane = lane !== undefined && at === lines.length - 1;
    const look = isLane ? `font-size="10" fill="${printColours.quiet}"` : `fill="${printColours.ink}"`;
    return `<text x="${width / 2}" y="${first + at * LINE}" text-anchor="middle" ${look}>${escaped(line)}</text>`;
  });
  const colour = printColours.shapes[shape] ?? printColours.ink;
  return `<g transform="translate(${x} ${y})"><path d="${outlineOf(shape)}" fill="${printColours.paper}" stroke="${colour}" stroke-width="1.5"/>${words.join('')}</g>`;
}
