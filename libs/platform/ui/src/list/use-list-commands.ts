import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../palette/commands.ts';
import type { ListViewName } from './list-view.ts';
import type { ListModel } from './use-list.ts';
import { VIEW_ICONS } from './view-icons.ts';

/** The other views of a list as commands of the palette; memoise the views. */
export function useListCommands<Row>(
  title: string,
  { state: { view }, change }: Pick<ListModel<Row>, 'state' | 'change'>,
  views: readonly ListViewName[],
): void {
  const { t } = useTranslation('ui');
  useCommands(
    useMemo(
      () => ({
        label: title,
        commands: views
          .filter((name) => name !== view)
          .map((name) => ({
            key: `view ${name}`,
            label: t('list.view_now', { view: t(`list.views.${name}`) }),
            icon: VIEW_ICONS[name],
            run: () => change({ view: name }),
          })),
      }),
      [t, title, view, views, change],
    ),
  );
}
