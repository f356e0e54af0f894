import { notify } from '@cotejo/ui';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { FLOW_SHAPES } from '@cotejo/worksheets-contracts';
import { Download, Plus, Redo2, Undo2, Workflow } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useItem, useWorksheetHost } from '../host/worksheet-host.ts';
import { arrangeChart } from './arrange-chart.ts';
import { useShownChart } from './chart-context.ts';
import { saveChartAsPng, saveChartAsSvg } from './save-chart.ts';
import { ShapeIcon } from './shape-icon.tsx';
import { useAddShape } from './use-add-shape.ts';
import styles from './flowchart.module.css';

interface ChartToolsProps {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly hasAdd: boolean;
}

/** Toolbar of the whole chart. */
export function ChartTools({ canUndo, canRedo, hasAdd }: ChartToolsProps) {
  const { t } = useTranslation('worksheets-web');
  const { announce } = useWorksheetHost();
  const { chart, changes } = useShownChart();
  const isEmpty = chart.nodes.length === 0;
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('flow.tools')}>
      {changes && (
        <>
          {hasAdd && <AddShape />}
          <ActionIcon
            variant="default"
            size={30}
            disabled={!canUndo}
            aria-label={t('flow.undo')}
            onClick={() => changes.undo()}
          >
            <Undo2 size={15} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={30}
            disabled={!canRedo}
            aria-label={t('flow.redo')}
            onClick={() => changes.redo()}
          >
            <Redo2 size={15} aria-hidden />
          </ActionIcon>
          <Button
            variant="default"
            size="compact-sm"
            disabled={isEmpty}
            title={isEmpty ? t('flow.nothing_yet') : undefined}
            leftSection={<Workflow size={14} aria-hidden />}
            onClick={() => {
              changes.move(arrangeChart(chart));
              announce(t('flow.arranged'));
            }}
          >
            {t('flow.arrange')}
          </Button>
        </>
      )}
      <SaveChart isEmpty={isEmpty} />
    </div>
  );
}

function AddShape() {
  const { t } = useTranslation('worksheets-web');
  const { shapeName } = useShownChart();
  const add = useAddShape();
  return (
    <Menu withinPortal position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="compact-sm" leftSection={<Plus size={14} aria-hidden />}>
          {t('flow.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FLOW_SHAPES.map((shape) => (
          <Menu.Item key={shape} leftSection={<ShapeIcon shape={shape} />} onClick={() => add(shape)}>
            {shapeName(shape)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function SaveChart({ isEmpty }: { readonly isEmpty: boolean }) {
  const { t } = useTranslation('worksheets-web');
  const { chart } = useShownChart();
  const item = useItem();
  const name = item?.name ?? t('flow.title');
  const savePng = () =>
    saveChartAsPng(chart, name).catch(() => notify.error(t('flow.save.failed'), { id: 'flow-save' }));
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          disabled={isEmpty}
          title={isEmpty ? t('flow.nothing_yet') : undefined}
          leftSection={<Download size={14} aria-hidden />}
        >
          {t('flow.save.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void savePng()}>{t('flow.save.png')}</Menu.Item>
        <Menu.Item onClick={() => saveChartAsSvg(chart, name)}>{t('flow.save.svg')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
