import type { UserRow } from '@cotejo/access-contracts';
import type { AuditDetail, ItemId, AuditIntent } from '@cotejo/audits-contracts';
import { notify, type AvatarPerson, type TreeViewHandle } from '@cotejo/ui';
import { useStore } from 'jotai';
import { useCallback, useMemo, type RefObject } from 'react';
import { topmost } from '../../actions/topmost.ts';
import type { ActResult } from '../../session/audit-session.ts';
import { useAuditSession } from '../../session/audit-session-provider.tsx';
import {
  draftAtom,
  editingAtom,
  focusedAtom,
  rowMenuAtom,
  selectedAtom,
  viewSettingsAtom,
} from '../plan-atoms.ts';
import { frontWorksheetAtom, panelStackAtom } from '../../worksheets/stack-atoms.ts';
import { frontPanel } from '../../worksheets/stack-keys.ts';
import type { WorksheetActions } from '../../worksheets/use-panel-stack.ts';
import type { WorksheetContents } from '../../worksheets/worksheet-contents.ts';
import type { PanelBeside, PlanActions, PlanContextValue } from '../plan-context.ts';
import { useRejectionText } from '../tray/rejection-text.ts';
import { DRAFT_ID } from './rows-with-draft.ts';
import { takeKeysSoon } from './take-keys-soon.ts';
import { teamRoleOf } from './team-role.ts';

interface PlanParts {
  readonly audit: AuditDetail;
  readonly people: readonly UserRow[];
  readonly contents: WorksheetContents;
  readonly panelsBeside: readonly PanelBeside[];
  readonly tree: RefObject<TreeViewHandle | null>;
  readonly dialogs: RefObject<PlanActions | null>;
  readonly worksheets: WorksheetActions;
  announce(text: string): void;
}

const toPerson = (row: UserRow): AvatarPerson => ({
  id: row.id,
  name: `${row.first_name} ${row.last_name}`,
  initials: row.sigla,
});

export function usePeople(people: readonly UserRow[]): (id: string | null) => AvatarPerson | null {
  const byId = useMemo(() => new Map(people.map((row) => [row.id, toPerson(row)])), [people]);
  return useCallback((id) => (id === null ? null : (byId.get(id) ?? null)), [byId]);
}

/** Shared value of rows and dialogs of the plan; keeps its identity while its parts are the same. */
export function usePlanValue(parts: PlanParts): PlanContextValue {
  const { audit, people, contents, panelsBeside, tree, dialogs, worksheets, announce } = parts;
  const session = useAuditSession();
  const store = useStore();
  const rejection = useRejectionText();
  const person = usePeople(people);
  return useMemo((): PlanContextValue => {
    const tell = (result: ActResult): boolean => {
      if (result.ok) return true;
      const words = rejection(result.rejection);
      notify.warning(words, { id: result.rejection.code });
      return false;
    };
    const edit = (id: ItemId, field: 'name' | 'code') => {
      tree.current?.reveal(id);
      store.set(draftAtom, null);
      store.set(editingAtom, { id, field });
    };
    const chosen = () => topmost(session.view, store.get(selectedAtom));
    const focusTree = () => takeKeysSoon(() => tree.current?.focusTree());
    return {
      audit,
      session,
      contents,
      panelsBeside,
      worksheets,
      person,
      // The dialog host is mounted once the plan has rendered.
      actions: {
        openMenu: (id, at) => dialogs.current?.openMenu(id, at),
        askDelete: (ids) => dialogs.current?.askDelete(ids),
        askMove: (ids) => dialogs.current?.askMove(ids),
        askCopy: (ids) => dialogs.current?.askCopy(ids),
        askAssign: (ids) => dialogs.current?.askAssign(ids),
        askStatus: (ids) => dialogs.current?.askStatus(ids),
        askSign: (ids) => dialogs.current?.askSign(ids),
        askDates: (ids) => dialogs.current?.askDates(ids),
        askStretches: (ids) => dialogs.current?.askStretches(ids),
        askTime: (item) => dialogs.current?.askTime(item),
        askImport: (parent) => dialogs.current?.askImport(parent),
        askExport: () => dialogs.current?.askExport(),
        duplicate: (ids) => dialogs.current?.duplicate(ids),
        pasteLines: (parent, lines, type) => dialogs.current?.pasteLines(parent, lines, type),
        pasteFrom: (copied, parent) => dialogs.current?.pasteFrom(copied, parent),
      },
      selection: {
        ids: chosen,
        all: () => store.get(selectedAtom),
        set: (ids) => tree.current?.select(ids),
        clear: () => {
          const focused = store.get(focusedAtom);
          tree.current?.select(focused === null ? [] : [focused]);
        },
      },
      // Guests have read access only and cannot be assignees.
      team: audit.equipo
        .filter(({ rol }) => teamRoleOf(rol) !== 'guest')
        .map(({ usuario }) => ({ id: usuario.id, name: usuario.name, initials: usuario.sigla })),
      everybody: people.map(toPerson),
      owners: people.filter((row) => row.user_type === 'owner'),
      act: (intent: AuditIntent) => tell(session.act(intent)),
      actTogether: (intents: readonly AuditIntent[]) => tell(session.actTogether(intents)),
      tell,
      startAdd: (draft) => {
        store.set(editingAtom, null);
        store.set(draftAtom, draft);
        if (draft) tree.current?.scrollTo(DRAFT_ID);
      },
      rename: (id) => edit(id, 'name'),
      recode: (id) => edit(id, 'code'),
      stopEditing: () => store.set(editingAtom, null),
      setMenu: (menu) => {
        store.set(rowMenuAtom, menu);
        // The closed menu was anchored to a cell, which does not get the keys back.
        if (menu === null) focusTree();
      },
      openItem: (id, tab) => {
        const isInFront =
          store.get(panelStackAtom).panel === null && store.get(frontWorksheetAtom)?.id === id;
        worksheets.open(id, tab === undefined ? {} : { tab });
        // Shown by a click before: now it takes the keys.
        const area = document.querySelector('[data-dock-area]');
        if (area && isInFront) frontPanel(area)?.focus({ preventScroll: true });
      },
      openPanel: worksheets.openPanel,
      openViewSettings: () => store.set(viewSettingsAtom, true),
      reveal: (id, together) => tree.current?.reveal(id, together),
      showRow: (id) => tree.current?.show(id),
      focusTree,
      announce,
    };
  }, [
    audit,
    people,
    contents,
    panelsBeside,
    tree,
    dialogs,
    worksheets,
    announce,
    session,
    store,
    rejection,
    person,
  ]);
}
