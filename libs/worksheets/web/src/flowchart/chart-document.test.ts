import { FLOWCHART_MAPS } from '@cotejo/worksheets-contracts';
import { describe, expect, it, vi } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector } from 'yjs';
import { ChartDocument } from './chart-document.ts';

/** Two users on one chart; `meet` exchanges their updates. */
function twoPeople() {
  const [one, other] = [new Doc(), new Doc()];
  let next = 0;
  const newId = () => `n${next++}`;
  const [ana, luis] = [new ChartDocument(one, newId), new ChartDocument(other, newId)];
  const meet = () => {
    const [forOther, forOne] = [
      encodeStateAsUpdate(one, encodeStateVector(other)),
      encodeStateAsUpdate(other, encodeStateVector(one)),
    ];
    applyUpdate(other, forOther, 'network');
    applyUpdate(one, forOne, 'network');
  };
  return { ana, luis, meet, one };
}
const activity = (label: string) => ({ shape: 'activity', label, x: 0, y: 0 }) as const;
const labels = (chart: ChartDocument) => chart.read().chart.nodes.map(({ label }) => label);
const edges = (chart: ChartDocument) =>
  chart.read().chart.edges.map(({ source, target }) => `${source}>${target}`);

describe('a flowchart drawn by two people', () => {
  it('is the same for both, and each change is told', () => {
    const { ana, luis, meet } = twoPeople();
    const told = vi.fn();
    luis.subscribe(told);
    const first = ana.add(activity('Registrar'));
    ana.add(activity('Aprobar'), first);
    meet();
    expect(labels(luis)).toEqual(['Registrar', 'Aprobar']);
    expect(edges(luis)).toEqual(['n0>n1']);
    expect(told).toHaveBeenCalled();
  });

  it('one moves and the other renames: the later write of the whole node wins at both', () => {
    const { ana, luis, meet } = twoPeople();
    const id = ana.add(activity('Registrar'));
    meet();
    ana.change(id, { label: 'Registrar la factura' });
    luis.move(new Map([[id, { x: 80, y: 40 }]]));
    meet();
    expect(ana.read().chart).toEqual(luis.read().chart);
  });

  it('taking back touches only what this person did last', () => {
    const { ana, luis, meet } = twoPeople();
    ana.add(activity('De Ana'));
    meet();
    luis.add(activity('De Luis'));
    meet();
    ana.undo();
    meet();
    expect(labels(luis)).toEqual(['De Luis']);
    expect(luis.read()).toMatchObject({ canUndo: true, canRedo: false });
    expect(ana.read()).toMatchObject({ canUndo: false, canRedo: true });
    ana.redo();
    expect(labels(ana)).toEqual(['De Ana', 'De Luis']);
  });

  it('an undone move leaves what another wrote in the node since', () => {
    const { ana, luis, meet } = twoPeople();
    const id = ana.add(activity('Registrar'));
    ana.move(new Map([[id, { x: 8, y: 8 }]]));
    meet();
    luis.change(id, { label: 'Causar' });
    meet();
    ana.undo();
    expect(ana.read().chart.nodes).toMatchObject([{ label: 'Causar', x: 8, y: 8 }]);
  });

  it('each act is taken back alone', () => {
    const { ana } = twoPeople();
    const id = ana.add(activity('Uno'));
    ana.change(id, { label: 'Dos' });
    ana.undo();
    expect(labels(ana)).toEqual(['Uno']);
    ana.undo();
    expect(labels(ana)).toEqual([]);
  });

  it('a node goes with its edges, and comes back with them', () => {
    const { ana } = twoPeople();
    const first = ana.add(activity('Uno'));
    const second = ana.add(activity('Dos'), first);
    ana.add(activity('Tres'), second);
    ana.remove([second]);
    expect(labels(ana)).toEqual(['Uno', 'Tres']);
    expect(edges(ana)).toEqual([]);
    ana.undo();
    expect(edges(ana)).toEqual(['n0>n1', 'n1>n3']);
  });

  it('changes nothing of a node that another deleted meanwhile', () => {
    const { ana, luis, meet } = twoPeople();
    const id = ana.add(activity('Uno'));
    meet();
    luis.remove([id]);
    meet();
    ana.change(id, { label: 'Dos' });
    ana.move(new Map([[id, { x: 9, y: 9 }]]));
    expect(labels(ana)).toEqual([]);
    expect(ana.read().canUndo).toBe(true);
  });

  it('two nodes are connected once, and none with itself', () => {
    const { ana } = twoPeople();
    const [a, b] = [ana.add(activity('Uno')), ana.add(activity('Dos'))];
    expect([ana.connect(a, b), ana.connect(a, b), ana.connect(a, a), ana.connect(b, a)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    const [edge] = ana.read().chart.edges;
    ana.changeEdge(edge?.id ?? '', ' Sí ');
    expect(ana.read().chart.edges[0]?.label).toBe('Sí');
    ana.changeEdge(edge?.id ?? '', '');
    expect(ana.read().chart.edges[0]).not.toHaveProperty('label');
  });

  it('writes plain values, without what was taken away', () => {
    const { ana, one } = twoPeople();
    const id = ana.add({ ...activity('Uno'), x: 1.4, lane: 'Tesorería' });
    ana.change(id, { lane: '', item: undefined });
    expect(one.getMap(FLOWCHART_MAPS.nodes).get(id)).toEqual({ ...activity('Uno'), x: 1 });
  });

  it('a draft brings its shapes back, whatever is malformed in it', () => {
    const { ana } = twoPeople();
    ana.recover(
      { a: activity('Uno'), b: activity('Dos'), c: { shape: 'rocket' } },
      { e: { source: 'a', target: 'b' } },
    );
    expect(labels(ana)).toEqual(['Uno', 'Dos']);
    expect(edges(ana)).toEqual(['a>b']);
    ana.recover(null, 'nothing');
    expect(labels(ana)).toEqual(['Uno', 'Dos']);
  });
});
