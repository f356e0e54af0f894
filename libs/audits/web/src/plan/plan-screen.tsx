import type { UserRow } from '@cotejo/access-contracts';
import { isGroup, type AuditDetail, type ItemId, type KernelIntent } from '@cotejo/audits-contracts';
import { allowedChildren, canContain, isAncestor, isFixed } from '@cotejo/audits-domain';
import {
  ConfirmDialog,
  EmptyState,
  notify,
  TreeSkeleton,
  TreeView,
  type Anchors,
  type AvatarPerson,
  type TreeRow as ViewRow,
  type TreeViewHandle,
} from '@cotejo/ui';
import { Button } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { FolderTree } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ChangeLogPanel } from '../history/change-log-panel.tsx';
import type { ActResult } from '../session/audit-session.ts';
import { useAuditSession, useSessionNotices } from '../session/audit-session-provider.tsx';
import type { Notice } from '../session/remote-changes.ts';
import { treeAtom } from '../session/session-atoms.ts';
import type { TreeRow } from '../session/tree-rows.ts';
import { DeletedPanel } from './deleted-panel.tsx';
import { DraftRow } from './draft-row.tsx';
import { filterRows, isFiltering, NO_FILTER } from './filter-rows.ts';
import { ItemPanel } from './item-panel.tsx';
import { MoveDialog } from './move-dialog.tsx';
import {
  PlanContext,
  type Draft,
  type ItemPanels,
  type PlanContextValue,
  type RowMenu,
} from './plan-context.ts';
import { handlePlanKey, rowBeside } from './plan-keys.ts';
import { PlanRow } from './plan-row.tsx';
import { PlanToolbar, type PlanPanel } from './plan-toolbar.tsx';
import { useRejectionText } from './rejection-text.ts';
import { DRAFT_ID, withDraft } from './rows-with-draft.ts';
import styles from './plan.module.css';
import { teamRoleOf } from './team-role.ts';
import { TrayPanel } from './tray-panel.tsx';

interface PlanScreenProps {
  readonly audit: AuditDetail;
  readonly people: readonly UserRow[];
  readonly panels: ItemPanels;
}

const toPerson = (row: UserRow): AvatarPerson => ({
  id: row.id,
  name: `${row.first_name} ${row.last_name}`,
  initials: row.sigla,
});

/** The audit's tree with what belongs to it: filters, panels, dialogs. */
export function PlanScreen({ audit, people, panels }: PlanScreenProps) {
  const { t } = useTranslation('audits-web');
  const session = useAuditSession();
  const tree = useAtomValue(treeAtom);
  const rejection = useRejectionText();
  const [params, setParams] = useSearchParams();
  const handle = useRef<TreeViewHandle>(null);

  const [filter, setFilter] = useState(NO_FILTER);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [renaming, setRenaming] = useState<ItemId | null>(null);
  const [menu, setMenu] = useState<RowMenu | null>(null);
  const [moving, setMoving] = useState<ItemId | null>(null);
  const [deleting, setDeleting] = useState<ItemId | null>(null);
  /** Row that takes the focus once the deletion's question is gone. */
  const goTo = useRef<ItemId | null>(null);
  const [focused, setFocused] = useState<ItemId | null>(null);

  const opened = params.get('hoja-id') as ItemId | null;
  const panel = params.get('panel') as PlanPanel | null;
  const show = useCallback(
    (what: { item?: ItemId; panel?: PlanPanel }) =>
      setParams((now) => {
        const next = new URLSearchParams(now);
        next.delete('hoja-id');
        next.delete('panel');
        if (what.item) next.set('hoja-id', what.item);
        if (what.panel) next.set('panel', what.panel);
        return next;
      }),
    [setParams],
  );
  const focusTree = useCallback(() => requestAnimationFrame(() => handle.current?.focusTree()), []);
  // What closes takes the focus with it: the keys go on where they were, in the tree.
  const closePanel = useCallback(() => {
    show({});
    focusTree();
  }, [show, focusTree]);

  const tell = useCallback(
    (result: ActResult) => {
      if (!result.ok) notify.warning(rejection(result.rejection), { id: result.rejection.code });
      return result.ok;
    },
    [rejection],
  );
  const act = useCallback((intent: KernelIntent) => tell(session.act(intent)), [session, tell]);

  const byId = useMemo(() => new Map(people.map((row) => [row.id, toPerson(row)])), [people]);
  const person = useCallback((id: string | null) => (id === null ? null : (byId.get(id) ?? null)), [byId]);
  useSessionNotices(
    useCallback(
      (notice: Notice) =>
        notify.info(
          t(`notice.${notice.kind}`, {
            name: person(notice.by)?.name ?? '',
            mine: notice.mine,
            theirs: notice.theirs,
          }),
        ),
      [t, person],
    ),
  );

  useEffect(() => session.setPresence(opened ?? focused), [session, opened, focused]);
  const isReady = tree.baseVersion >= 0;
  // Whoever comes by a link sees where in the tree the opened item is.
  const arrivedAt = useRef(opened);
  useEffect(() => {
    const item = arrivedAt.current;
    if (!isReady || item === null) return undefined;
    const frame = requestAnimationFrame(() => {
      arrivedAt.current = null;
      handle.current?.reveal(item);
    });
    return () => cancelAnimationFrame(frame);
  }, [isReady]);

  const undo = () => {
    const result = session.undo();
    if (result) tell(result);
  };
  const redo = () => {
    const result = session.redo();
    if (result) tell(result);
  };
  const move = (intent: KernelIntent) => {
    if (act(intent) && 'id' in intent) requestAnimationFrame(() => handle.current?.reveal(intent.id));
  };

  const refuseDrop = (dragged: readonly TreeRow[], parent: TreeRow | null): string | null => {
    const { view } = session;
    for (const row of dragged) {
      if (isFixed(view, row.node)) return rejection({ code: 'derived_item' });
      if (parent && isAncestor(view, row.id, parent.id)) return rejection({ code: 'would_create_cycle' });
      const parentType = parent?.node.type ?? null;
      if (!canContain(view.recordType, parentType, row.node.type))
        return rejection({
          code: 'child_type_not_allowed',
          params: { child: row.node.type, parent: parentType ?? 'audit' },
        });
    }
    return null;
  };
  const drop = (ids: readonly string[], parent: string | null, anchors: Anchors) => {
    // Each next one goes after the one before it, so that several keep their order.
    let after = anchors.after as ItemId | null | undefined;
    const intents = ids.map((id): KernelIntent => {
      const intent: KernelIntent = {
        kind: 'move_item',
        id: id as ItemId,
        parent: parent as ItemId | null,
        ...(after === undefined ? {} : { after }),
        ...(anchors.before === undefined ? {} : { before: anchors.before as ItemId | null }),
      };
      if (anchors.after !== undefined) after = id as ItemId;
      return intent;
    });
    tell(session.actTogether(intents));
  };

  const plan = useMemo(
    (): PlanContextValue => ({
      audit,
      session,
      panels,
      person,
      // Guests look on: no work is theirs.
      team: audit.equipo
        .filter(({ rol }) => teamRoleOf(rol) !== 'guest')
        .map(({ usuario }) => ({ id: usuario.id, name: usuario.name, initials: usuario.sigla })),
      owners: people.filter((row) => row.user_type === 'owner'),
      act,
      tell,
      draft,
      setDraft: (next) => {
        setDraft(next);
        if (next?.parent) handle.current?.open(next.parent);
      },
      renaming,
      setRenaming,
      menu,
      setMenu,
      askMove: setMoving,
      askDelete: setDeleting,
      openItem: (id) => show({ item: id }),
      focusTree,
    }),
    // The same as long as nothing of it changed: every row reads it.
    [audit, session, panels, person, people, act, tell, draft, renaming, menu, show, focusTree],
  );

  const shown = useMemo(() => withDraft(filterRows(tree.rows, filter), draft), [tree.rows, filter, draft]);
  const renderRow = useCallback(
    (row: ViewRow<TreeRow>) =>
      row.item.id === DRAFT_ID ? draft && <DraftRow draft={draft} /> : <PlanRow row={row} />,
    [draft],
  );
  const doomed = deleting === null ? undefined : session.view.get(deleting);
  const mayEdit = (id: ItemId) => {
    const node = session.view.get(id);
    return node !== undefined && session.mode === 'edit' && !isFixed(session.view, node);
  };

  return (
    <PlanContext value={plan}>
      <div className={styles.screen} data-panel={opened !== null || panel !== null || undefined}>
        <div className={styles.left}>
          <PlanToolbar
            filter={filter}
            onFilter={setFilter}
            focused={focused}
            onExpand={() => handle.current?.expandAll()}
            onCollapse={() => handle.current?.collapseAll()}
            onUndo={undo}
            onRedo={redo}
            onPanel={(next) => show({ panel: next })}
          />
          <div className={styles.grid}>
            <HeaderRow />
            {tree.baseVersion < 0 && <TreeSkeleton />}
            {tree.baseVersion >= 0 && shown.length === 0 && (
              <EmptyState
                icon={FolderTree}
                title={t(isFiltering(filter) ? 'plan.no_match' : 'plan.empty.title')}
                text={isFiltering(filter) ? undefined : t('plan.empty.text')}
                action={
                  isFiltering(filter) && (
                    <Button variant="default" onClick={() => setFilter(NO_FILTER)}>
                      {t('plan.clear_filter')}
                    </Button>
                  )
                }
              />
            )}
            {shown.length > 0 && (
              <TreeView<TreeRow>
                handle={handle}
                items={shown}
                label={t('plan.tree')}
                renderRow={renderRow}
                canDrag={(row) => renaming === null && row.id !== DRAFT_ID && mayEdit(row.id)}
                refuseDrop={refuseDrop}
                onMove={drop}
                onRefusedDrop={(reason) => notify.warning(reason, { id: 'refused-drop' })}
                onFocus={(row) => setFocused(row.id)}
                onOpen={(row) => show({ item: row.id })}
                onClick={(row, toggle) => (isGroup(row.node.type) ? toggle() : show({ item: row.id }))}
                onKey={(event, row) =>
                  handlePlanKey(event, row?.id ?? null, session.view, {
                    rename: (id) => mayEdit(id) && setRenaming(id),
                    askDelete: (id) => mayEdit(id) && setDeleting(id),
                    askMove: (id) => mayEdit(id) && setMoving(id),
                    addInside: (id) => {
                      const node = session.view.get(id);
                      const type = node && allowedChildren(session.view.recordType, node.type)[0];
                      if (type && session.mode === 'edit') plan.setDraft({ parent: id, type });
                    },
                    undo,
                    redo,
                    move,
                  })
                }
              />
            )}
          </div>
        </div>
        {opened !== null && <ItemPanel id={opened} onClose={closePanel} />}
        {panel === 'historial' && (
          <ChangeLogPanel
            audit={audit.id}
            onClose={closePanel}
            onReveal={(item) => handle.current?.reveal(item)}
          />
        )}
        {panel === 'rechazados' && <TrayPanel onClose={closePanel} />}
        {panel === 'eliminados' && <DeletedPanel onClose={closePanel} />}
      </div>
      {moving !== null && (
        <MoveDialog
          id={moving}
          onClose={() => {
            setMoving(null);
            focusTree();
          }}
        />
      )}
      <ConfirmDialog
        opened={doomed !== undefined}
        title={t('delete.title')}
        question={t('delete.question', { name: doomed?.name ?? '' })}
        onConfirm={() => {
          if (deleting === null) return;
          const beside = rowBeside(deleting, session.view);
          if (act({ kind: 'delete_item', id: deleting })) goTo.current = beside;
        }}
        onClose={() => setDeleting(null)}
        onClosed={() => {
          if (goTo.current === null) focusTree();
          else handle.current?.reveal(goTo.current);
          goTo.current = null;
        }}
      />
    </PlanContext>
  );
}

function HeaderRow() {
  const { t } = useTranslation('audits-web');
  return (
    <div className={styles.headerRow} aria-hidden>
      <span className={styles.nameCell}>{t('plan.column.item')}</span>
      <span className={styles.columns}>
        <span className={styles.statusCell}>{t('plan.column.status')}</span>
        <span className={styles.progressCell}>{t('plan.column.progress')}</span>
        <span className={styles.assignCell} />
        <span className={styles.actionsCell} />
      </span>
    </div>
  );
}
