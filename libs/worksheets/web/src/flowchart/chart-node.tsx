import { AvatarStack } from '@cotejo/ui';
import { Handle, Position, type NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_FLOW_LABEL } from '@cotejo/worksheets-contracts';
import { personColour } from '@cotejo/ui';
import type { CanvasNode } from './canvas-nodes.ts';
import { useShownChart } from './chart-context.ts';
import { usePlanPoint } from './use-plan-point.ts';
import { outlineOf, SIZE_OF_SHAPE } from './shape-outline.ts';
import styles from './flowchart.module.css';

const SIDES = [
  ['top', Position.Top],
  ['right', Position.Right],
  ['bottom', Position.Bottom],
  ['left', Position.Left],
] as const;

/** A node on the canvas, with the users who selected it. */
export const ChartNodeShape = memo(function ChartNodeShape({ id, data, selected }: NodeProps<CanvasNode>) {
  const { t } = useTranslation('worksheets-web');
  const { changes, renaming, rename, peers } = useShownChart();
  const { node } = data;
  const { width, height } = SIZE_OF_SHAPE[node.shape];
  const point = usePlanPoint(node.item);
  const here = peers.get(id) ?? [];
  const [first] = here;
  const words = node.label || point?.name || '';
  return (
    <div
      className={styles.node}
      data-shape={node.shape}
      data-selected={selected}
      style={{ width, height, ...(first && { '--peer': personColour(first.id) }) }}
      {...(first && { 'data-peer': true })}
    >
      <svg width={width} height={height} aria-hidden>
        <path d={outlineOf(node.shape)} />
      </svg>
      <div className={styles.words}>
        {point && <span className="code">{point.code}</span>}
        {renaming === id && changes ? (
          <LabelInput
            label={node.label}
            onDone={(label) => {
              if (label !== node.label) changes.change(id, { label });
              rename(null);
            }}
          />
        ) : (
          <span className={styles.label} data-empty={words === ''}>
            {words || t('flow.unnamed')}
          </span>
        )}
        {node.lane !== undefined && <span className={styles.lane}>{node.lane}</span>}
      </div>
      {here.length > 0 && (
        <div className={styles.peers}>
          <AvatarStack label={t('flow.present')} size={18} people={here} />
        </div>
      )}
      {SIDES.map(([side, position]) => (
        <Handle key={side} id={side} type="source" position={position} isConnectable={changes !== null} />
      ))}
    </div>
  );
});

interface LabelInputProps {
  readonly label: string;
  readonly onDone: (label: string) => void;
}

function LabelInput({ label, onDone }: LabelInputProps) {
  const { t } = useTranslation('worksheets-web');
  return (
    <textarea
      // `nodrag`, `nopan`: the canvas ignores mouse events in it.
      className={`${styles.input} nodrag nopan nowheel`}
      aria-label={t('flow.label')}
      defaultValue={label}
      maxLength={MAX_FLOW_LABEL}
      rows={2}
      // The user asked to edit the label, so it takes the focus.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => onDone(event.currentTarget.value.trim())}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') {
          event.currentTarget.value = label;
          event.currentTarget.blur();
        } else if (event.key === 'Enter' && !event.shiftKey) event.currentTarget.blur();
      }}
    />
  );
}
