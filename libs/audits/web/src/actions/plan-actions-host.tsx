import { resolved } from '@cotejo/audits-domain';
import { notify, openerNow } from '@cotejo/ui';
import { useAtom } from 'jotai';
import { useCallback, useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import { useNavigate } from 'react-router';
import { itemPath } from '../list/plan-path.ts';
import {
  AssignDialog,
  CopyDialog,
  DatesDialog,
  DeleteDialog,
  ExportPlanDialog,
  ImportRisksDialog,
  MoveDialog,
  PasteDialog,
  PasteFromDialog,
  ShareDialog,
  SignDialog,
  StatusDialog,
  StretchesDialog,
  TimeDialog,
} from '../plan/late-parts.ts';
import { takeKeysSoon } from '../plan/grid/take-keys-soon.ts';
import { usePlan, type MenuAnchor, type PlanActions } from '../plan/plan-context.ts';
import { DELETED_TOAST } from './deletion.ts';
import type { RowAction } from '../menus/plan-menu.ts';
import { RowMenu } from '../menus/row-menu.tsx';
import { overlayAtom, type Ids, type Overlay } from './overlay.ts';
import { inDisplayOrder } from './topmost.ts';
import { useDuplicate } from './use-duplicate.ts';

/** Parts that take the focus back themselves, or close. */
const NOT_BACK_TO = '[role="tree"], [role="menu"]';

/** Hosts the tree's dialogs and context menu; renders nothing while all are closed. */
export function PlanActionsHost({ ref }: { readonly ref: Ref<PlanActions> }) {
  const { audit, selection, focusTree, reveal } = usePlan();
  const [opened, setOpened] = useAtom(overlayAtom);
  const opener = useRef<HTMLElement | null>(null);
  const duplicate = useDuplicate();
  const wholeSelection = useWholeSelection();

  // Its undo works only while the plan is open.
  useEffect(() => () => notify.dismiss(DELETED_TOAST), []);
  useImperativeHandle(ref, (): PlanActions => {
    const open = (next: Overlay) => {
      const from = openerNow();
      const isBeside = from !== document.body && !from?.closest(NOT_BACK_TO);
      opener.current = isBeside && from instanceof HTMLElement ? from : null;
      setOpened(next);
    };
    const ask = (what: 'move' | 'copy') => (ids: Ids) => {
      if (ids.length > 0) open({ what, ids });
    };
    // Actions on each item separately also apply to selected descendants of other selected items.
    const askEach = (what: 'assign' | 'status' | 'sign' | 'dates' | 'stretches') => (ids: Ids) => {
      if (ids.length > 0) open({ what, ids: wholeSelection(ids) });
    };
    return {
      openMenu: (id, at) => open({ what: 'menu', ids: selection.all().has(id) ? selection.ids() : [id], at }),
      askDelete: (ids) => {
        if (ids.length > 0) open({ what: 'delete', ids, isClosing: false });
      },
      askMove: ask('move'),
      askCopy: ask('copy'),
      askAssign: askEach('assign'),
      askStatus: askEach('status'),
      askSign: askEach('sign'),
      askDates: askEach('dates'),
      askStretches: askEach('stretches'),
      askTime: (item) => open({ what: 'time', item }),
      askImport: (parent) => open({ what: 'import', parent }),
      askExport: () => open({ what: 'export' }),
      duplicate,
      pasteLines: (parent, lines, type) => open({ what: 'paste', parent, lines, type }),
      pasteFrom: (copied, parent) => open({ what: 'paste_from', copied, parent }),
    };
  }, [selection, duplicate, wholeSelection, setOpened]);

  // Back to the button beside the tree that opened it; the tree if it was opened from there, or the button is gone.
  const goBack = useCallback(() => {
    const from = opener.current;
    if (from?.isConnected && !from.matches(':disabled'))
      takeKeysSoon(() => from.focus({ preventScroll: true }));
    else focusTree();
  }, [focusTree]);
  const close = useCallback(() => {
    setOpened(null);
    goBack();
  }, [goBack, setOpened]);

  switch (opened?.what) {
    case undefined:
      return null;
    case 'menu':
      return <OpenMenu {...opened} onOpen={setOpened} onClose={close} />;
    case 'move':
      return <MoveDialog ids={opened.ids} onClose={close} />;
    case 'copy':
      return <CopyDialog ids={opened.ids} onClose={close} />;
    case 'assign':
      return <AssignDialog ids={opened.ids} onClose={close} />;
    case 'status':
      return <StatusDialog ids={opened.ids} onClose={close} />;
    case 'sign':
      return <SignDialog ids={opened.ids} onClose={close} />;
    case 'dates':
      return <DatesDialog ids={opened.ids} onClose={close} />;
    case 'stretches':
      return <StretchesDialog ids={opened.ids} onClose={close} />;
    case 'share':
      return opened.ids[0] && <ShareDialog id={opened.ids[0]} onClose={close} />;
    case 'time':
      return <TimeDialog audit={audit} item={opened.item} onClose={close} />;
    case 'import':
      return <ImportRisksDialog parent={opened.parent} onClose={close} />;
    case 'export':
      return <ExportPlanDialog onClose={close} />;
    case 'paste':
      return <PasteDialog parent={opened.parent} lines={opened.lines} type={opened.type} onClose={close} />;
    case 'paste_from':
      return <PasteFromDialog copied={opened.copied} parent={opened.parent} onClose={close} />;
    case 'delete':
      return (
        <DeleteDialog
          ids={opened.ids}
          opened={!opened.isClosing}
          onClose={() => setOpened({ ...opened, isClosing: true })}
          onClosed={(next) => {
            setOpened(null);
            if (next === null) goBack();
            else reveal(next);
          }}
        />
      );
  }
}

interface OpenMenuProps {
  readonly ids: Ids;
  readonly at: MenuAnchor;
  readonly onOpen: (next: Overlay | null) => void;
  readonly onClose: () => void;
}

/** The menu with the handlers of its entries. */
function OpenMenu({ ids, at, onOpen, onClose }: OpenMenuProps) {
  const run = useRowAction(ids, onOpen, onClose);
  const { startAdd } = usePlan();
  const [only] = ids;
  return (
    <RowMenu
      ids={ids}
      at={at}
      onChoose={run}
      onAdd={(type) => {
        onOpen(null);
        if (only) startAdd({ parent: only, type });
      }}
      onClose={onClose}
    />
  );
}

/** The whole selection, in tree order, when `ids` belong to it; otherwise `ids`. */
function useWholeSelection(): (ids: Ids) => Ids {
  const { selection, session } = usePlan();
  return useCallback(
    (ids) => {
      const all = selection.all();
      const isSelection = ids.every((id) => all.has(id));
      return isSelection ? inDisplayOrder(session.view, [...all]) : ids;
    },
    [selection, session],
  );
}

function useRowAction(ids: Ids, onOpen: (next: Overlay | null) => void, onClose: () => void) {
  const plan = usePlan();
  const duplicate = useDuplicate();
  const wholeSelection = useWholeSelection();
  const navigate = useNavigate();
  const [only] = ids;
  return (action: RowAction, panel?: string): void => {
    if (!only) return;
    const node = plan.session.view.get(only);
    const shown = node && resolved(plan.session.view, node);
    // These actions move the focus themselves.
    const leave = (then: () => void) => {
      onOpen(null);
      then();
    };
    switch (action) {
      case 'open':
        return leave(() => plan.openItem(shown?.id ?? only));
      case 'original':
        return leave(() => plan.reveal(shown?.id ?? only));
      case 'other_audit':
        return leave(() => {
          const { target } = node ?? {};
          if (target?.audit) void navigate(itemPath(target.audit, target.item));
        });
      case 'rename':
        return leave(() => plan.rename(only));
      case 'recode':
        return leave(() => plan.recode(only));
      case 'beside':
        return leave(() => panel !== undefined && plan.openPanel(panel, shown?.id ?? only));
      case 'history':
        return leave(() => plan.openPanel('historial', only));
      case 'duplicate':
        onClose();
        return duplicate(ids);
      case 'paste':
        return onOpen({ what: 'paste', parent: only, lines: [] });
      case 'delete':
        return onOpen({ what: 'delete', ids, isClosing: false });
      case 'assign':
      case 'status':
      case 'sign':
      case 'dates':
      case 'stretches':
        return onOpen({ what: action, ids: wholeSelection(ids) });
      default:
        return onOpen({ what: action, ids });
    }
  };
}
