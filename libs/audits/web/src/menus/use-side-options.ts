import type { ItemId } from '@cotejo/audits-contracts';
import { useAtomValue } from 'jotai';
import { ArchiveRestore, Clock, Download, FileUp, History, Settings2, type LucideIcon } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { selectedAtom, targetAtom } from '../plan/plan-atoms.ts';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { trashPath } from '../trash/trash-path.ts';
import { ACTION_ICON, addIcon } from './action-icons.ts';
import { sideOptions, type SideOption } from './side-menu.ts';
import { targetName } from './target-words.ts';
import { topmost } from '../actions/topmost.ts';
import { useMenuFacts } from './use-menu-facts.ts';

/** A side-menu option, ready to render. */
export interface ShownOption {
  readonly key: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Reason why it is disabled. */
  readonly refusal: string | null;
  readonly isDanger: boolean;
}

/** What a group of options is about: creating, the chosen rows, or the audit. */
export type GroupName = 'create' | 'rows' | 'audit';

export interface ShownGroup {
  readonly name: GroupName;
  readonly options: readonly ShownOption[];
}

export type ShownGroups = readonly ShownGroup[];

const NO_IDS: readonly ItemId[] = [];

const groupName = ([first]: readonly SideOption[]): GroupName =>
  first?.kind === 'add' ? 'create' : first?.kind === 'row' || first?.kind === 'time' ? 'rows' : 'audit';

const keyOf = (option: SideOption): string => {
  if (option.kind === 'add') return `add ${option.type}`;
  if (option.kind === 'row') return option.action;
  return option.kind === 'panel' ? `panel ${option.panel}` : option.kind;
};

/**
 * Side-menu options for the focused row. Computed after the frame that moves the focus or shows a change, and
 * identical while their texts are equal.
 */
export function useSideOptions(): { readonly groups: ShownGroups; readonly run: (key: string) => void } {
  const plan = usePlan();
  const navigate = useNavigate();
  const facts = useMenuFacts();
  const target = useDeferredValue(useAtomValue(targetAtom));
  const selected = useDeferredValue(useAtomValue(selectedAtom));
  const show = useShownOption();
  const options = useMemo(() => {
    if (selected.size < 2) return sideOptions(facts, target, NO_IDS);
    return sideOptions(facts, target, topmost(facts.view, selected), [...selected]);
  }, [facts, target, selected]);
  const fresh = useMemo(
    () => options.map((group) => ({ name: groupName(group), options: group.map(show) })),
    [options, show],
  );
  const [groups, setGroups] = useState<ShownGroups>(fresh);
  if (!areSame(groups, fresh)) setGroups(fresh);

  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  }, [options]);
  const run = useCallback(
    (key: string) => {
      const option = latest.current.flat().find((each) => keyOf(each) === key);
      switch (option?.kind) {
        case 'add':
          return plan.startAdd({ parent: option.parent, type: option.type });
        case 'row':
          return option.action === 'delete'
            ? plan.actions.askDelete(option.ids)
            : plan.actions.askAssign(option.ids);
        case 'time':
          return plan.actions.askTime(option.item);
        case 'panel':
          return plan.openPanel(option.panel);
        case 'import':
          return plan.actions.askImport(option.parent);
        case 'export':
          return plan.actions.askExport();
        case 'trash':
          return void navigate(trashPath(plan.audit));
        case 'settings':
          return plan.openViewSettings();
        case undefined:
          return undefined;
      }
    },
    [plan, navigate],
  );
  return { groups, run };
}

function useShownOption(): (option: SideOption) => ShownOption {
  const { t } = useTranslation('audits-web');
  const { panelsBeside, session } = usePlan();
  const words = useRejectionText();
  return useCallback(
    (option) => {
      const base = {
        key: keyOf(option),
        refusal: option.refusal && words(option.refusal),
        isDanger: option.kind === 'row' && option.action === 'delete',
      };
      switch (option.kind) {
        case 'add': {
          const { parent, type } = option;
          const what = t(`side.add.${type}`);
          const label =
            parent === null ? what : t('side.add_in', { what, name: targetName(session.view, parent) });
          return { ...base, label, icon: addIcon(type) };
        }
        case 'row': {
          const { action, ids } = option;
          const [first] = ids;
          const name = first === undefined ? '' : targetName(session.view, first);
          const label =
            first === undefined ? t(`actions.${action}`) : t(`side.${action}`, { count: ids.length, name });
          return { ...base, label, icon: ACTION_ICON[action] };
        }
        case 'panel': {
          const beside = panelsBeside.find(({ id }) => id === option.panel);
          return {
            ...base,
            label: beside ? t(beside.title) : t('history.title'),
            icon: beside?.icon ?? History,
          };
        }
        case 'time':
          return { ...base, label: t('time.record'), icon: Clock };
        case 'import':
          return { ...base, label: t('riskImport.title'), icon: FileUp };
        case 'export':
          return { ...base, label: t('export.title'), icon: Download };
        case 'trash':
          return { ...base, label: t('trash.title'), icon: ArchiveRestore };
        case 'settings':
          return { ...base, label: t('side.settings'), icon: Settings2 };
      }
    },
    [panelsBeside, session, words, t],
  );
}

const areSame = (a: ShownGroups, b: ShownGroups): boolean =>
  a.length === b.length &&
  a.every((group, at) => {
    const other = b[at]?.options ?? [];
    return (
      group.name === b[at]?.name &&
      group.options.length === other.length &&
      group.options.every((option, index) => isSame(option, other[index]))
    );
  });

const isSame = (a: ShownOption, b: ShownOption | undefined): boolean =>
  a.key === b?.key && a.label === b.label && a.refusal === b.refusal && a.icon === b.icon;
