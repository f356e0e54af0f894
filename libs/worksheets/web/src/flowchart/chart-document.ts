import {
  FLOWCHART_MAPS,
  MAX_FLOW_LABEL,
  flowEdge,
  flowNode,
  type FlowEdge,
  type FlowNode,
} from '@cotejo/worksheets-contracts';
import { UndoManager, type Doc, type Map as YMap } from 'yjs';
import { readChart, type Chart } from './chart.ts';

type Place = Pick<FlowNode, 'x' | 'y'>;
type Optional = 'lane' | 'item';
/** Undefined removes the property. */
type WrittenNode = Omit<FlowNode, Optional> & { readonly [K in Optional]?: FlowNode[K] | undefined };
export type ChangedNode = Partial<WrittenNode>;

/** The flowchart of a worksheet's document for one user: reads and changes it, and undoes this user's changes. */
export class ChartDocument {
  private readonly nodes: YMap<unknown>;
  private readonly edges: YMap<unknown>;
  private readonly undoManager: UndoManager;
  private readonly listeners = new Set<() => void>();
  private chart: Chart;
  /** Part of the state, because changes of undo availability are observed, too. */
  private shown: ShownChart;

  constructor(
    private readonly document: Doc,
    private readonly newId: () => string = () => crypto.randomUUID(),
  ) {
    this.nodes = document.getMap(FLOWCHART_MAPS.nodes);
    this.edges = document.getMap(FLOWCHART_MAPS.edges);
    // No merging: each act is one undo step.
    this.undoManager = new UndoManager([this.nodes, this.edges], {
      trackedOrigins: new Set([this]),
      captureTimeout: 0,
    });
    this.chart = readChart(document);
    this.shown = this.now();
    this.nodes.observe(this.onChange);
    this.edges.observe(this.onChange);
    for (const event of ['stack-item-added', 'stack-item-popped', 'stack-cleared'] as const)
      this.undoManager.on(event, this.tell);
  }

  /** Snapshot for `useSyncExternalStore`: a new object after each change. */
  readonly read = (): ShownChart => this.shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /**
   * @param after id of the node from which an edge leads to the new one
   * @returns the id of the new node
   */
  add(node: FlowNode, after?: string): string {
    const id = this.newId();
    this.act(() => {
      this.put(id, node);
      if (after !== undefined) this.edges.set(this.newId(), { source: after, target: id });
    });
    return id;
  }

  /** No-op if another user deleted the node meanwhile. */
  change(id: string, change: ChangedNode): void {
    const node = flowNode.safeParse(this.nodes.get(id));
    if (node.success) this.act(() => this.put(id, { ...node.data, ...change }));
  }

  move(places: ReadonlyMap<string, Place>): void {
    const moved = this.chart.nodes.flatMap((node) => {
      const place = places.get(node.id);
      return place && (place.x !== node.x || place.y !== node.y) ? [{ node, place }] : [];
    });
    if (moved.length > 0)
      this.act(() =>
        moved.forEach(({ node: { id, ...node }, place }) => this.put(id, { ...node, ...place })),
      );
  }

  /** False if the nodes are equal or already connected. */
  connect(source: string, target: string, label?: string): boolean {
    const isThere = this.chart.edges.some((edge) => edge.source === source && edge.target === target);
    if (isThere || source === target) return false;
    const edge: FlowEdge = { source, target, ...(label !== undefined && { label }) };
    this.act(() => this.edges.set(this.newId(), edge));
    return true;
  }

  changeEdge(id: string, label: string): void {
    const edge = flowEdge.safeParse(this.edges.get(id));
    if (!edge.success) return;
    const { source, target } = edge.data;
    const words = label.trim().slice(0, MAX_FLOW_LABEL);
    this.act(() => this.edges.set(id, words === '' ? { source, target } : { source, target, label: words }));
  }

  /** Removes nodes with their edges, and edges. */
  remove(ids: Iterable<string>): void {
    const gone = new Set(ids);
    const edges = [...this.edges.entries()].filter(([id, value]) => {
      const edge = flowEdge.safeParse(value);
      return gone.has(id) || (edge.success && (gone.has(edge.data.source) || gone.has(edge.data.target)));
    });
    const nodes = [...gone].filter((id) => this.nodes.has(id));
    if (edges.length + nodes.length === 0) return;
    this.act(() => {
      for (const [id] of edges) this.edges.delete(id);
      for (const id of nodes) this.nodes.delete(id);
    });
  }

  /**
   * Restores the content of a draft (`id → value`), overwriting current values; malformed entries are
   * skipped.
   */
  recover(nodes: unknown, edges: unknown): void {
    this.act(() => {
      for (const [id, value] of entriesOf(nodes)) {
        const node = flowNode.safeParse(value);
        if (node.success) this.put(id, node.data);
      }
      for (const [id, value] of entriesOf(edges)) {
        const edge = flowEdge.safeParse(value);
        if (edge.success) this.edges.set(id, edge.data);
      }
    });
  }

  undo(): void {
    this.undoManager.undo();
  }
  redo(): void {
    this.undoManager.redo();
  }

  close(): void {
    this.nodes.unobserve(this.onChange);
    this.edges.unobserve(this.onChange);
    this.undoManager.destroy();
    this.listeners.clear();
  }

  private put(id: string, node: WrittenNode): void {
    const label = node.label.slice(0, MAX_FLOW_LABEL);
    const { lane, item, ...rest } = node;
    this.nodes.set(id, {
      ...rest,
      label,
      x: Math.round(node.x),
      y: Math.round(node.y),
      // Absent properties are omitted: the value is plain JSON.
      ...(lane !== undefined && lane !== '' && { lane }),
      ...(item !== undefined && { item }),
    });
  }

  private act(change: () => void): void {
    this.document.transact(change, this);
  }

  private readonly onChange = () => {
    this.chart = readChart(this.document);
    this.tell();
  };

  private readonly tell = () => {
    this.shown = this.now();
    for (const listener of this.listeners) listener();
  };

  private now(): ShownChart {
    const { undoStack, redoStack } = this.undoManager;
    return { chart: this.chart, canUndo: undoStack.length > 0, canRedo: redoStack.length > 0 };
  }
}

export interface ShownChart {
  readonly chart: Chart;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

const entriesOf = (map: unknown): [string, unknown][] =>
  typeof map === 'object' && map !== null ? Object.entries(map) : [];
