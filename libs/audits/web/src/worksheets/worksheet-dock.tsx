import { PanelDock, type DockTab, type PanelSize } from '@cotejo/ui';
import { useAtomValue } from 'jotai';
import { Activity, useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlan } from '../plan/plan-context.ts';
import { peersByItemAtom } from '../session/session-atoms.ts';
import type { TreeRow } from '../session/tree-rows.ts';
import type { Worksheet } from './panel-stack.ts';
import { panelStackAtom } from './stack-atoms.ts';
import { WorksheetFeed } from './worksheet-feed.tsx';
import { WorksheetPanel } from './worksheet-panel.tsx';
import { useDetailed } from './worksheet-presence.tsx';

interface WorksheetDockProps {
  readonly size: PanelSize;
  /** The normal panel that is open; it stands before the worksheets. */
  readonly panel: ReactNode;
}

/** What stands beside the tree: worksheets, one in front, or a normal panel before them. */
export function WorksheetDock({ size, panel }: WorksheetDockProps) {
  const { worksheets: acts, focusTree } = usePlan();
  const stack = useAtomValue(panelStackAtom);
  const { worksheets } = stack;
  const front = stack.panel === null ? worksheets.at(-1) : undefined;
  const tabs = useDockTabs(worksheets, front);
  useSaidFront(worksheets, front);

  // What closes takes the focus with it: the keys go on in the next one, else in the tree.
  const isLast = worksheets.length === 1;
  const close = useCallback(
    (id: string) => {
      acts.close(id as Worksheet<TreeRow>['id']);
      if (isLast) focusTree();
    },
    [acts, focusTree, isLast],
  );
  const closeAll = useCallback(() => {
    acts.closeAll();
    focusTree();
  }, [acts, focusTree]);
  const bring = useCallback((id: string) => acts.bringToFront(id as Worksheet<TreeRow>['id']), [acts]);
  // Those behind stay as they are, without work going on in them, and nothing of the page moves.
  const inPlace = [...worksheets].sort((a, b) => (a.id < b.id ? -1 : 1));

  return (
    <>
      {worksheets.map((sheet) => (
        <WorksheetFeed key={sheet.id} sheet={sheet} />
      ))}
      {(worksheets.length > 0 || panel !== undefined) && (
        <PanelDock tabs={tabs} size={size} onFront={bring} onClose={close} onCloseAll={closeAll}>
          {inPlace.map((sheet) => (
            <Activity key={sheet.id} mode={sheet === front ? 'visible' : 'hidden'}>
              <WorksheetPanel sheet={sheet} onClose={close} />
            </Activity>
          ))}
          {panel}
        </PanelDock>
      )}
    </>
  );
}

/** The next one first. */
function useDockTabs(
  worksheets: readonly Worksheet<TreeRow>[],
  front: Worksheet<TreeRow> | undefined,
): readonly DockTab[] {
  const name = useSheetName();
  const peers = useAtomValue(peersByItemAtom);
  const detailed = useDetailed();
  return [...worksheets].reverse().map((sheet) => ({
    id: sheet.id,
    ...name(sheet),
    isFront: sheet === front,
    hasFailed: sheet.load.state === 'failed',
    people: detailed(peers.get(sheet.data?.shown.id ?? sheet.id) ?? []),
  }));
}

/** How a worksheet is called where there is little room, and in full. */
function useSheetName(): (sheet: Worksheet<TreeRow>) => Pick<DockTab, 'label' | 'title'> {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  return ({ data, load }) => {
    if (!data) {
      const words = load.state === 'failed' ? t('worksheet.failed.short') : t('worksheet.loading');
      return { label: words, title: words };
    }
    const { code, name, type } = data.shown;
    const typeName = t(`audits-contracts:itemType.${type}`);
    return code === null
      ? { label: name, title: `${typeName}: ${name}` }
      : { label: `${code} ${typeName}`, title: `${code} ${name}` };
  };
}

/** Says which worksheet came to the front when there are others; one alone says itself by taking the focus. */
function useSaidFront(
  worksheets: readonly Worksheet<TreeRow>[],
  front: Worksheet<TreeRow> | undefined,
): void {
  const { t } = useTranslation('audits-web');
  const { announce } = usePlan();
  const name = useSheetName();
  const told = useRef(front?.id);
  const words =
    front && worksheets.length > 1
      ? t('worksheet.said_front', { name: name(front).title, count: worksheets.length - 1 })
      : null;
  const id = front?.id;
  useEffect(() => {
    if (told.current === id) return;
    told.current = id;
    if (words !== null) announce(words);
  }, [id, words, announce]);
}
