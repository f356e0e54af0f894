import type { TextConnection, TextDraft } from '@cotejo/texts/client';
import { useIsPhone } from '@cotejo/ui';
import { SegmentedControl } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Doc } from 'yjs';
import { useWorksheetHost } from '../host/worksheet-host.ts';
import { ChartContext, type ShownChartContext } from './chart-context.ts';
import { ChartDrafts } from './chart-drafts.tsx';
import { ChartList } from './chart-list.tsx';
import { ChartTools } from './chart-tools.tsx';
import { FlowCanvas } from './flow-canvas.tsx';
import styles from './flowchart.module.css';
import { useChartPeers } from './use-chart-peers.ts';
import { useChart } from './use-chart.ts';

interface FlowchartEditorProps {
  readonly document: Doc;
  readonly connection: TextConnection;
  readonly drafts: readonly TextDraft[];
  readonly isWritable: boolean;
}

type View = 'canvas' | 'list';
const NONE: ReadonlySet<string> = new Set();

/** A flowchart viewer and editor: a canvas, or an equivalent list. */
export default function FlowchartEditor({ document, connection, drafts, isWritable }: FlowchartEditorProps) {
  const { t } = useTranslation('worksheets-web');
  const { session } = useWorksheetHost();
  const isPhone = useIsPhone();
  const { made, shown } = useChart(document);
  const [view, setView] = useState<View>('canvas');
  const [wanted, select] = useState<ReadonlySet<string>>(NONE);
  const [renaming, rename] = useState<string | null>(null);
  const { chart } = shown;
  // Another user may have deleted selected nodes.
  const selected = useMemo(() => {
    const there = new Set([...chart.nodes, ...chart.edges].map(({ id }) => id));
    return new Set([...wanted].filter((id) => there.has(id)));
  }, [chart, wanted]);
  const [only] = selected;
  const chosen = selected.size === 1 && only !== undefined ? only : null;
  const isNode = chart.nodes.some(({ id }) => id === chosen);
  const peers = useChartPeers(connection, isNode ? chosen : null);

  const choose = useCallback((id: string | null) => select(id === null ? NONE : new Set([id])), []);
  const context = useMemo((): ShownChartContext => {
    const shapeName = (shape: string) => t(`flow.shape.${shape}`);
    return {
      chart,
      changes: isWritable ? made : null,
      selected,
      select,
      chosen,
      choose,
      renaming: isWritable ? renaming : null,
      rename,
      peers,
      shapeName,
      nameOf({ shape, label, item }) {
        const words = label || (item && session.view.get(item)?.name) || t('flow.unnamed');
        return `${shapeName(shape)}: ${words}`;
      },
    };
  }, [chart, made, isWritable, selected, chosen, choose, renaming, peers, session, t]);

  return (
    <ChartContext value={context}>
      <div className={styles.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('flow.view.label')}
          value={view}
          onChange={(value) => setView(value === 'list' ? 'list' : 'canvas')}
          data={[
            { value: 'canvas', label: t('flow.view.canvas') },
            { value: 'list', label: t('flow.view.list') },
          ]}
        />
        <ChartTools
          canUndo={shown.canUndo}
          canRedo={shown.canRedo}
          // On large screens the canvas has a palette of its own.
          hasAdd={view === 'list' || isPhone}
        />
      </div>
      <ChartDrafts drafts={drafts} onDiscard={(id) => void connection.discardDraft(id)} />
      {view === 'canvas' ? <FlowCanvas /> : <ChartList />}
    </ChartContext>
  );
}
