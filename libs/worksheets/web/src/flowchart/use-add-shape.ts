import type { FlowShape } from '@cotejo/worksheets-contracts';
import { useTranslation } from 'react-i18next';
import { useWorksheetHost } from '../host/worksheet-host.ts';
import type { Place } from './arrange-chart.ts';
import { useShownChart } from './chart-context.ts';
import { placeForNew } from './place-for-new.ts';

/** Adds a node and starts editing its label; without a place it is put after the selected node. */
export function useAddShape(): (shape: FlowShape, place?: Place) => void {
  const { t } = useTranslation('worksheets-web');
  const { announce } = useWorksheetHost();
  const { chart, chosen, choose, changes, rename, shapeName } = useShownChart();
  return (shape, place) => {
    if (!changes) return;
    const after = place ? undefined : chart.nodes.find(({ id }) => id === chosen);
    const id = changes.add({ shape, label: '', ...(place ?? placeForNew(chart, after, shape)) }, after?.id);
    choose(id);
    rename(id);
    announce(t('flow.added', { shape: shapeName(shape) }));
  };
}
