import { ActionIcon, NativeSelect, Table } from '@mantine/core';
import { FLOW_SHAPES, flowShape } from '@cotejo/worksheets-contracts';
import { SquareArrowOutUpRight, Trash2, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorksheetHost } from '../host/worksheet-host.ts';
import { arrangeChart } from './arrange-chart.ts';
import { useShownChart } from './chart-context.ts';
import type { ChartNode } from './chart.ts';
import { ConnectSelect, LabelField, LaneField, PointSelect } from './node-fields.tsx';
import { ShapeIcon } from './shape-icon.tsx';
import { usePlanPoint } from './use-plan-point.ts';
import styles from './flowchart.module.css';

/** The chart as a table in process order: equivalent to the canvas for reading and editing. */
export function ChartList() {
  const { t } = useTranslation('worksheets-web');
  const { chart, changes } = useShownChart();
  const inOrder = useMemo(() => {
    const places = arrangeChart(chart);
    const at = ({ id }: ChartNode) => places.get(id) ?? { x: 0, y: 0 };
    return chart.nodes.toSorted((a, b) => at(a).y - at(b).y || at(a).x - at(b).x);
  }, [chart]);
  if (inOrder.length === 0)
    return <p className={styles.nothing}>{t(changes ? 'flow.empty.list' : 'flow.empty.read')}</p>;
  return (
    <Table.ScrollContainer minWidth={820} className={styles.list ?? ''}>
      <Table verticalSpacing={4} withRowBorders aria-label={t('flow.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('flow.column.shape')}</Table.Th>
            <Table.Th>{t('flow.column.label')}</Table.Th>
            <Table.Th>{t('flow.column.lane')}</Table.Th>
            <Table.Th>{t('flow.column.next')}</Table.Th>
            {changes && (
              <Table.Th>
                <span className={styles.hidden}>{t('flow.column.actions')}</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {inOrder.map((node) => (
            <NodeRow key={node.id} node={node} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function NodeRow({ node }: { readonly node: ChartNode }) {
  const { t } = useTranslation('worksheets-web');
  const { changes, nameOf, shapeName } = useShownChart();
  const { openItem } = useWorksheetHost();
  const point = usePlanPoint(node.item);
  const name = nameOf(node);
  return (
    <Table.Tr>
      <Table.Td>
        {changes ? (
          <NativeSelect
            size="xs"
            aria-label={t('flow.shape_of', { name })}
            leftSection={<ShapeIcon shape={node.shape} />}
            leftSectionWidth={36}
            data={FLOW_SHAPES.map((value) => ({ value, label: shapeName(value) }))}
            value={node.shape}
            onChange={(event) =>
              changes.change(node.id, { shape: flowShape.parse(event.currentTarget.value) })
            }
          />
        ) : (
          <span className={styles.shape}>
            <ShapeIcon shape={node.shape} /> {shapeName(node.shape)}
          </span>
        )}
      </Table.Td>
      <Table.Td>
        {changes ? (
          <LabelField
            label={node.label}
            name={t('flow.label_of', { name })}
            placeholder={point?.name ?? t('flow.unnamed')}
            onDone={(label) => changes.change(node.id, { label })}
          />
        ) : (
          node.label || (point?.name ?? t('flow.unnamed'))
        )}
        <div className={styles.point}>
          {changes && <PointSelect node={node} />}
          {point && (
            <ActionIcon
              variant="subtle"
              aria-label={t('flow.open', { name: point.code ?? point.name })}
              onClick={() => openItem(point.id)}
            >
              <SquareArrowOutUpRight size={14} aria-hidden />
            </ActionIcon>
          )}
        </div>
      </Table.Td>
      <Table.Td>{changes ? <LaneField node={node} /> : node.lane}</Table.Td>
      <Table.Td>
        <NextNodes node={node} />
        {changes && <ConnectSelect node={node} />}
      </Table.Td>
      {changes && (
        <Table.Td>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('flow.delete', { name })}
            onClick={() => changes.remove([node.id])}
          >
            <Trash2 size={15} aria-hidden />
          </ActionIcon>
        </Table.Td>
      )}
    </Table.Tr>
  );
}

/** Successors of a node. */
function NextNodes({ node }: { readonly node: ChartNode }) {
  const { t } = useTranslation('worksheets-web');
  const { chart, changes, nameOf } = useShownChart();
  const next = chart.edges.flatMap((edge) => {
    const target = edge.source === node.id && chart.nodes.find(({ id }) => id === edge.target);
    return target ? [{ edge, name: nameOf(target) }] : [];
  });
  if (next.length === 0) return null;
  return (
    <ul className={styles.next}>
      {next.map(({ edge, name }) => (
        <li key={edge.id}>
          <span>
            {edge.label !== undefined && <b>{edge.label} → </b>}
            {name}
          </span>
          {changes && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={18}
              aria-label={t('flow.disconnect', { name })}
              onClick={() => changes.remove([edge.id])}
            >
              <X size={12} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}
