import '@xyflow/react/dist/base.css';
import { undoKeyOf, useIsPhone } from '@cotejo/ui';
import { flowShape } from '@cotejo/worksheets-contracts';
import {
  applyNodeChanges,
  Background,
  ConnectionMode,
  Controls,
  MarkerType,
  MiniMap,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type AriaLabelConfig,
  type EdgeChange,
  type NodeChange,
} from '@xyflow/react';
import { useEffect, useMemo, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place } from './arrange-chart.ts';
import { canvasEdges, canvasNodes, type CanvasNode } from './canvas-nodes.ts';
import { useShownChart } from './chart-context.ts';
import { ChartEdgeLine } from './chart-edge.tsx';
import { ChartNodeShape } from './chart-node.tsx';
import { ChosenPanel } from './chosen-panel.tsx';
import { SHAPE_DRAGGED, ShapePalette } from './shape-palette.tsx';
import { SIZE_OF_SHAPE } from './shape-outline.ts';
import { useAddShape } from './use-add-shape.ts';
import { useChartView } from './use-chart-view.ts';
import styles from './flowchart.module.css';

const NODE_TYPES = { shape: ChartNodeShape };
const EDGE_TYPES = { line: ChartEdgeLine };
const EDGE_DEFAULTS = {
  markerEnd: { type: MarkerType.ArrowClosed, width: 18, height: 18, color: 'var(--ink-3)' },
};
/** Free of shapes at first: the palette and the controls stand on the left. */
const EDGES = { top: 24, right: 24, bottom: 24, left: 72 };
const EDGES_ON_PHONE = { top: 16, right: 16, bottom: 16, left: 16 };
/** Number of nodes from which the minimap is shown, and the width of the canvas in pixels from which it has room. */
const MAP_FROM = 12;
const MAP_ROOM = 800;
/** The credit that the library asks for is a line below the canvas, where it covers no shapes. */
const CREDIT_BELOW = { hideAttribution: true };
const DELETE_KEYS = ['Delete', 'Backspace'];

export function FlowCanvas() {
  const { t } = useTranslation('worksheets-web');
  return (
    <div>
      <ReactFlowProvider>
        <Canvas />
      </ReactFlowProvider>
      <p className={styles.credit}>
        <a href="https://reactflow.dev" target="_blank" rel="noopener noreferrer">
          {t('flow.credit')}
        </a>
      </p>
    </div>
  );
}

function Canvas() {
  const { t } = useTranslation('worksheets-web');
  const isPhone = useIsPhone();
  const { chart, changes, selected, select, chosen, choose, rename, renaming, nameOf } = useShownChart();
  const { screenToFlowPosition, setCenter, getZoom } = useReactFlow();
  const add = useAddShape();
  const [drawn, setDrawn] = useState<readonly CanvasNode[]>([]);
  const nodes = useMemo(
    () => canvasNodes(chart, drawn, { selected, nameOf }),
    [chart, drawn, selected, nameOf],
  );
  const edges = useMemo(() => canvasEdges(chart, selected), [chart, selected]);
  const isWritable = changes !== null;
  const view = useChartView(chart, isPhone ? EDGES_ON_PHONE : EDGES);

  // Scrolls a new node into view: its label is being edited and it may be outside of the viewport.
  const seen = useRef<string | null>(null);
  useEffect(() => {
    const node = chart.nodes.find(({ id }) => id === renaming);
    if (seen.current === renaming) return;
    seen.current = renaming;
    if (!node) return;
    const { width, height } = SIZE_OF_SHAPE[node.shape];
    void setCenter(node.x + width / 2, node.y + height / 2, {
      zoom: Math.max(getZoom(), 0.8),
      duration: 150,
    });
  }, [chart, renaming, setCenter, getZoom]);

  const selectChanged = (all: readonly (NodeChange<CanvasNode> | EdgeChange)[]) => {
    const told = all.filter((change) => change.type === 'select');
    if (told.length === 0) return;
    select((before) => {
      const after = new Set(before);
      for (const { id, selected: isSelected } of told)
        if (isSelected) after.add(id);
        else after.delete(id);
      return after;
    });
  };
  const onNodesChange = (all: NodeChange<CanvasNode>[]) => {
    selectChanged(all);
    const kept = all.filter(({ type }) => type === 'dimensions' || type === 'position');
    if (kept.length > 0)
      setDrawn((before) => applyNodeChanges(kept, canvasNodes(chart, before, { selected, nameOf })));
    const places = new Map<string, Place>();
    for (const change of all)
      if (change.type === 'position' && !change.dragging && change.position)
        places.set(change.id, change.position);
    if (places.size > 0) changes?.move(places);
  };
  const onDrop = (event: DragEvent) => {
    const shape = flowShape.safeParse(event.dataTransfer.getData(SHAPE_DRAGGED));
    if (!shape.success) return;
    event.preventDefault();
    const at = screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const { width, height } = SIZE_OF_SHAPE[shape.data];
    add(shape.data, { x: Math.round(at.x - width / 2), y: Math.round(at.y - height / 2) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const way = undoKeyOf(event);
    if (event.key === 'F2' && chosen !== null && changes) rename(chosen);
    else if (event.key === 'Escape' && selected.size > 0) choose(null);
    else if (way !== null && changes && changes.read()[way === 'undo' ? 'canUndo' : 'canRedo']) {
      event.preventDefault();
      changes[way]();
    } else return;
    // The surrounding worksheet has shortcuts of its own.
    event.stopPropagation();
  };

  return (
    // Key events bubble from the focused nodes inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.canvas} onKeyDown={onKeyDown} data-writable={isWritable}>
      <ReactFlow<CanvasNode>
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        defaultEdgeOptions={EDGE_DEFAULTS}
        connectionMode={ConnectionMode.Loose}
        onNodesChange={onNodesChange}
        onEdgesChange={selectChanged}
        onConnect={({ source, target }) => changes?.connect(source, target)}
        onDelete={({ nodes: gone, edges: lost }) => changes?.remove([...gone, ...lost].map(({ id }) => id))}
        onNodeDoubleClick={(_event, { id }) => rename(id)}
        onDragOver={(event) => {
          event.preventDefault();
          event.dataTransfer.dropEffect = 'copy';
        }}
        onDrop={onDrop}
        deleteKeyCode={isWritable ? DELETE_KEYS : null}
        nodesDraggable={isWritable}
        nodesConnectable={isWritable}
        zoomOnDoubleClick={false}
        // Moves by code have no event.
        onMoveStart={(event) => event && view.onMoved()}
        proOptions={CREDIT_BELOW}
        minZoom={0.1}
        maxZoom={2}
        snapToGrid
        snapGrid={[8, 8]}
        ariaLabelConfig={useAriaLabels()}
      >
        <Background gap={24} size={1.2} color="var(--line-strong)" />
        <Controls
          showInteractive={false}
          onFitView={view.onFit}
          onZoomIn={view.onMoved}
          onZoomOut={view.onMoved}
          position="bottom-left"
        />
        {view.width >= MAP_ROOM && chart.nodes.length >= MAP_FROM && (
          <MiniMap pannable zoomable position="bottom-right" />
        )}
        {isWritable && !isPhone && (
          <Panel position="top-left">
            <ShapePalette onAdd={add} />
          </Panel>
        )}
        {chart.nodes.length === 0 && (
          <Panel position="top-center" className={styles.empty ?? ''}>
            <p>{t(isWritable ? 'flow.empty.write' : 'flow.empty.read')}</p>
          </Panel>
        )}
        {chosen !== null && (
          <Panel position="bottom-center" className={styles.chosen ?? ''}>
            <ChosenPanel key={chosen} id={chosen} />
          </Panel>
        )}
      </ReactFlow>
    </div>
  );
}

function useAriaLabels(): Partial<AriaLabelConfig> {
  const { t } = useTranslation('worksheets-web');
  return useMemo(
    () => ({
      'node.a11yDescription.default': t('flow.aria.node'),
      'node.a11yDescription.keyboardDisabled': t('flow.aria.node'),
      'node.a11yDescription.ariaLiveMessage': ({ x, y }: { x: number; y: number }) =>
        t('flow.aria.moved', { x: Math.round(x), y: Math.round(y) }),
      'edge.a11yDescription.default': t('flow.aria.edge'),
      'controls.ariaLabel': t('flow.aria.controls'),
      'controls.zoomIn.ariaLabel': t('flow.aria.zoom_in'),
      'controls.zoomOut.ariaLabel': t('flow.aria.zoom_out'),
      'controls.fitView.ariaLabel': t('flow.aria.fit'),
      'minimap.ariaLabel': t('flow.aria.map'),
      'handle.ariaLabel': t('flow.aria.handle'),
    }),
    [t],
  );
}
