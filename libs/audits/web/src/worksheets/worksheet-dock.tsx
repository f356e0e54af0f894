import { PanelDock, type DockTab, type PanelSize } from '@cotejo/ui';
import { useAtomValue, useStore } from 'jotai';
import { Activity, useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { draftAtom, editingAtom } from '../plan/plan-atoms.ts';
import { usePlan } from '../plan/plan-context.ts';
import { peersByItemAtom } from '../session/session-atoms.ts';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import type { Worksheet } from './panel-stack.ts';
import { keysStayAtom, panelStackAtom } from './stack-atoms.ts';
import { WorksheetFeed } from './worksheet-feed.tsx';
import { WorksheetPanel } from '../plan/late-parts.ts';
import { useDetailed } from './worksheet-presence.tsx';

interface WorksheetDockProps {
  readonly size: PanelSize;
  /** The open normal panel. */
  readonly panel: ReactNode;
  /** Whether the panel stands beside the front worksheet; else it covers all of them. */
  readonly isBeside: boolean;
}

/** The panels beside the tree: the worksheets, one of them in front, and a normal panel beside or over it. */
export function WorksheetDock({ size, panel, isBeside }: WorksheetDockProps) {
  const { worksheets: acts, focusTree } = usePlan();
  const store = useStore();
  // A row's name that is being written keeps the keys, however late a panel is loaded.
  const takesFocus = useCallback(
    () => !store.get(keysStayAtom) && store.get(editingAtom) === null && store.get(draftAtom) === null,
    [store],
  );
  const stack = useAtomValue(panelStackAtom);
  const { worksheets } = stack;
  const front = stack.panel === null || isBeside ? worksheets.at(-1) : undefined;
  const tabs = useDockTabs(worksheets, front);
  useAnnouncedFront(worksheets, front);

  // Closing the focused panel moves the focus to the next one, else to the tree.
  const isLast = worksheets.length === 1;
  const close = useCallback(
    (id: Worksheet<TreeRow>['id']) => {
      acts.close(id);
      if (isLast) focusTree();
    },
    [acts, focusTree, isLast],
  );
  const closeAll = useCallback(() => {
    acts.closeAll();
    focusTree();
  }, [acts, focusTree]);
  const bring = useCallback((id: string) => acts.bringToFront(id as Worksheet<TreeRow>['id']), [acts]);
  // Hidden worksheets stay mounted without effects; a fixed order of elements keeps the DOM from moving.
  const inPlace = [...worksheets].sort((a, b) => (a.id < b.id ? -1 : 1));

  return (
    <>
      {worksheets.map((sheet) => (
        <WorksheetFeed key={sheet.id} sheet={sheet} />
      ))}
      {(worksheets.length > 0 || panel !== undefined) && (
        <PanelDock
          tabs={tabs}
          size={size}
          onFront={bring}
          onCloseAll={closeAll}
          takesFocus={takesFocus}
          {...(isBeside && { beside: panel })}
        >
          {inPlace.map((sheet) => (
            <Activity key={sheet.id} mode={sheet === front ? 'visible' : 'hidden'}>
              <WorksheetPanel sheet={sheet} onClose={close} />
            </Activity>
          ))}
          {!isBeside && panel}
        </PanelDock>
      )}
    </>
  );
}

/** Front worksheet first. */
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

/** Short and full name of a worksheet. */
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

/** Announces the front worksheet when there are several; a single one is announced by receiving the focus. */
function useAnnouncedFront(
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
