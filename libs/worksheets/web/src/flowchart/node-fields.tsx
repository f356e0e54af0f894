import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import type { AuditView } from '@cotejo/audits-domain';
import { MAX_FLOW_LABEL, type FlowShape } from '@cotejo/worksheets-contracts';
import { Autocomplete, Select, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { itemsInOrder } from '../host/items-in-order.ts';
import { useWorksheetHost } from '../host/worksheet-host.ts';
import { useShownChart } from './chart-context.ts';
import type { ChartNode } from './chart.ts';

interface LabelFieldProps {
  readonly label: string;
  readonly name: string;
  readonly placeholder?: string;
  readonly isReadOnly?: boolean;
  readonly onDone: (label: string) => void;
}

/** A text committed on blur or Enter; Esc reverts it. */
export function LabelField({ label, name, placeholder, isReadOnly = false, onDone }: LabelFieldProps) {
  const [written, setWritten] = useState<string | null>(null);
  return (
    <TextInput
      size="xs"
      aria-label={name}
      {...(placeholder !== undefined && { placeholder })}
      readOnly={isReadOnly}
      maxLength={MAX_FLOW_LABEL}
      value={written ?? label}
      onChange={(event) => setWritten(event.currentTarget.value)}
      onBlur={() => {
        if (written !== null && written.trim() !== label) onDone(written.trim());
        setWritten(null);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key !== 'Escape' || written === null) return;
        event.stopPropagation();
        setWritten(null);
      }}
    />
  );
}

interface NodeFieldProps {
  readonly node: ChartNode;
  readonly isReadOnly?: boolean;
}

/** Actor of a node: an area or a person; suggests the chart's existing lanes. */
export function LaneField({ node, isReadOnly = false }: NodeFieldProps) {
  const { t } = useTranslation('worksheets-web');
  const { chart, changes } = useShownChart();
  const [written, setWritten] = useState<string | null>(null);
  const lanes = useMemo(
    () => [...new Set(chart.nodes.flatMap(({ lane }) => (lane === undefined ? [] : [lane])))].sort(),
    [chart],
  );
  const done = (lane: string) => {
    if (lane !== (node.lane ?? '')) changes?.change(node.id, { lane });
    setWritten(null);
  };
  return (
    <Autocomplete
      size="xs"
      aria-label={t('flow.lane')}
      placeholder={t('flow.lane')}
      readOnly={isReadOnly}
      maxLength={100}
      data={lanes}
      comboboxProps={{ withinPortal: true }}
      value={written ?? node.lane ?? ''}
      onChange={setWritten}
      onOptionSubmit={done}
      onBlur={() => written !== null && done(written.trim())}
    />
  );
}

/** Connects a node to another by name: the keyboard alternative to dragging its handles. */
export function ConnectSelect({ node }: NodeFieldProps) {
  const { t } = useTranslation('worksheets-web');
  const { announce } = useWorksheetHost();
  const { chart, changes, nameOf } = useShownChart();
  const data = useMemo(() => {
    const reached = new Set(
      chart.edges.filter(({ source }) => source === node.id).map(({ target }) => target),
    );
    return chart.nodes
      .filter(({ id }) => id !== node.id && !reached.has(id))
      .map((other) => ({ value: other.id, label: nameOf(other) }));
  }, [chart, node.id, nameOf]);
  return (
    <Select
      size="xs"
      aria-label={t('flow.connect')}
      placeholder={t('flow.connect')}
      searchable
      data={data}
      disabled={data.length === 0}
      nothingFoundMessage={t('flow.nothing')}
      comboboxProps={{ withinPortal: true }}
      value={null}
      onChange={(target, option) => {
        if (target !== null && changes?.connect(node.id, target))
          announce(t('flow.connected', { name: option.label }));
      }}
    />
  );
}

/** Type of plan item that a point may refer to. */
const ITEM_OF_SHAPE: Readonly<Partial<Record<FlowShape, ItemType>>> = { control: 'control', risk: 'risk' };

export function PointSelect({ node, isReadOnly = false }: NodeFieldProps) {
  const { t } = useTranslation('worksheets-web');
  const { session } = useWorksheetHost();
  const { changes } = useShownChart();
  const type = ITEM_OF_SHAPE[node.shape];
  const items = useMemo(() => (type ? itemsOfType(session.view, type) : []), [session.view, type]);
  if (!type) return null;
  const name = t(`flow.point.${node.shape}`);
  return (
    <Select
      size="xs"
      aria-label={name}
      placeholder={name}
      searchable
      clearable
      readOnly={isReadOnly}
      data={items}
      nothingFoundMessage={t('flow.nothing')}
      comboboxProps={{ withinPortal: true }}
      value={node.item ?? null}
      onChange={(value) => {
        const item = items.find((one) => one.value === value)?.value;
        changes?.change(node.id, { item });
      }}
    />
  );
}

interface ItemOption {
  readonly value: ItemId;
  readonly label: string;
}

function itemsOfType(view: AuditView, type: ItemType): ItemOption[] {
  const options: ItemOption[] = [];
  for (const { id, type: its, code, name } of itemsInOrder(view))
    if (its === type) options.push({ value: id, label: code === null ? name : `${code} ${name}` });
  return options;
}
