import type { ItemId } from '@cotejo/audits-contracts';
import { useAtomValue } from 'jotai';
import { ArchiveRestore, Clock, History, Settings2, type LucideIcon } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { focusedAtom, selectedAtom } from '../plan/plan-atoms.ts';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { trashPath } from '../trash/trash-path.ts';
import { ACTION_ICON, addIcon } from './action-icons.ts';
import { sideOptions, type SideOption } from './side-menu.ts';
import { topmost } from './topmost.ts';
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

export type ShownGroups = readonly (readonly ShownOption[])[];

const NO_IDS: readonly ItemId[] = [];

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
  const focused = useDeferredValue(useAtomValue(focusedAtom));
  const selected = useDeferredValue(useAtomValue(selectedAtom));
  const show = useShownOption();
  const options = useMemo(() => {
    if (selected.size < 2) return sideOptions(facts, focused, NO_IDS);
    return sideOptions(facts, focused, topmost(facts.view, selected), [...selected]);
  }, [facts, focused, selected]);
  const fresh = useMemo(() => options.map((group) => group.map(show)), [options, show]);
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
  const { panelsBeside } = usePlan();
  const words = useRejectionText();
  return useCallback(
    (option) => {
      const base = {
        key: keyOf(option),
        refusal: option.refusal && words(option.refusal),
        isDanger: option.kind === 'row' && option.action === 'delete',
      };
      switch (option.kind) {
        case 'add':
          return { ...base, label: t(`side.add.${option.type}`), icon: addIcon(option.type) };
        case 'row': {
          const count = option.ids.length;
          const many = count > 1 ? t('side.many', { count }) : '';
          return {
            ...base,
            label: `${t(`actions.${option.action}`)}${many}`,
            icon: ACTION_ICON[option.action],
          };
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
        case 'trash':
          return { ...base, label: t('trash.title'), icon: ArchiveRestore };
        case 'settings':
          return { ...base, label: t('side.settings'), icon: Settings2 };
      }
    },
    [panelsBeside, words, t],
  );
}

const areSame = (a: ShownGroups, b: ShownGroups): boolean =>
  a.length === b.length &&
  a.every((group, at) => {
    const other = b[at] ?? [];
    return group.length === other.length && group.every((option, index) => isSame(option, other[index]));
  });

const isSame = (a: ShownOption, b: ShownOption | undefined): boolean =>
  a.key === b?.key && a.label === b.label && a.refusal === b.refusal && a.icon === b.icon;
