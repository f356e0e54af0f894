import { ActionIcon, Button } from '@mantine/core';
import { Pencil, SquareArrowOutUpRight, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useWorksheetHost } from '../host/worksheet-host.ts';
import { useShownChart } from './chart-context.ts';
import type { ChartEdge, ChartNode } from './chart.ts';
import { ConnectSelect, LabelField, LaneField, PointSelect } from './node-fields.tsx';
import { usePlanPoint } from './use-plan-point.ts';
import styles from './flowchart.module.css';

/** Panel of the only selected node or edge. */
export function ChosenPanel({ id }: { readonly id: string }) {
  const { chart } = useShownChart();
  const node = chart.nodes.find((one) => one.id === id);
  const edge = chart.edges.find((one) => one.id === id);
  if (node) return <ChosenNode node={node} />;
  return edge ? <ChosenEdge edge={edge} /> : null;
}

function ChosenNode({ node }: { readonly node: ChartNode }) {
  const { t } = useTranslation('worksheets-web');
  const { changes, rename, nameOf } = useShownChart();
  const { openItem } = useWorksheetHost();
  const point = usePlanPoint(node.item);
  if (!changes && !point) return null;
  return (
    <div className={styles.actions} role="group" aria-label={nameOf(node)}>
      {point && (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<SquareArrowOutUpRight size={14} aria-hidden />}
          onClick={() => openItem(point.id)}
        >
          {t('flow.open', { name: point.code ?? point.name })}
        </Button>
      )}
      {changes && (
        <>
          <PointSelect node={node} />
          <LaneField node={node} />
          <ConnectSelect node={node} />
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('flow.rename')}
            onClick={() => rename(node.id)}
          >
            <Pencil size={15} aria-hidden />
          </ActionIcon>
          <Remove id={node.id} name={nameOf(node)} />
        </>
      )}
    </div>
  );
}

function ChosenEdge({ edge }: { readonly edge: ChartEdge }) {
  const { t } = useTranslation('worksheets-web');
  const { changes } = useShownChart();
  if (!changes) return null;
  return (
    <div className={styles.actions} role="group" aria-label={t('flow.edge')}>
      <LabelField
        label={edge.label ?? ''}
        name={t('flow.edge_label')}
        placeholder={t('flow.edge_label')}
        onDone={(label) => changes.changeEdge(edge.id, label)}
      />
      <Remove id={edge.id} name={t('flow.edge')} />
    </div>
  );
}

function Remove({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTranslation('worksheets-web');
  const { changes } = useShownChart();
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={t('flow.delete', { name })}
      onClick={() => changes?.remove([id])}
    >
      <Trash2 size={15} aria-hidden />
    </ActionIcon>
  );
}
