import type { ItemId, ItemStatus, ItemType } from '@cotejo/audits-contracts';
import { allowedChildren } from '@cotejo/audits-domain';
import { Toolbar, useFormat } from '@cotejo/ui';
import { ActionIcon, Button, Indicator, Menu, Select, TextInput, Tooltip } from '@mantine/core';
import { useAtomValue } from 'jotai';
import {
  FoldVertical,
  History,
  Inbox,
  Plus,
  Redo2,
  Search,
  Trash2,
  Undo2,
  UnfoldVertical,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { progressAtom, trayAtom, treeAtom, undoAtom } from '../session/session-atoms.ts';
import { UNASSIGNED, type PlanFilter } from './filter-rows.ts';
import { usePlan } from './plan-context.ts';
import styles from './plan.module.css';

export type PlanPanel = 'historial' | 'rechazados' | 'eliminados';

interface PlanToolbarProps {
  readonly filter: PlanFilter;
  readonly onFilter: (filter: PlanFilter) => void;
  readonly focused: ItemId | null;
  readonly onExpand: () => void;
  readonly onCollapse: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onPanel: (panel: PlanPanel) => void;
}

const STATUSES: readonly ItemStatus[] = [
  'new',
  'assigned',
  'in_progress',
  'completed',
  'review_note',
  'reviewed',
];

/** Filters at the start; what can be done with the plan at the end. */
export function PlanToolbar(props: PlanToolbarProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { team, session } = usePlan();
  const format = useFormat();
  const progress = useAtomValue(progressAtom).get(null) ?? null;
  const tray = useAtomValue(trayAtom);
  const { canUndo, canRedo } = useAtomValue(undoAtom);
  const { filter, onFilter } = props;
  const isEditable = session.mode === 'edit';

  return (
    <Toolbar
      label={t('plan.tools')}
      end={
        <>
          {progress !== null && (
            <Tooltip label={t('plan.progress_hint')}>
              <span className={`num ${styles.hint} ${styles.total}`}>{format.percent(progress)}</span>
            </Tooltip>
          )}
          {tray.length > 0 && (
            <Indicator label={tray.length} size={16} color="red" zIndex={1}>
              <Button
                variant="default"
                leftSection={<Inbox size={15} aria-hidden />}
                onClick={() => props.onPanel('rechazados')}
              >
                {t('tray.open')}
              </Button>
            </Indicator>
          )}
          {isEditable && <AddMenu focused={props.focused} />}
        </>
      }
    >
      <TextInput
        className={styles.search}
        aria-label={t('plan.filter')}
        placeholder={t('plan.filter')}
        leftSection={<Search size={14} aria-hidden />}
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
      />
      <Select
        className={styles.pick}
        aria-label={t('plan.filter_person')}
        placeholder={t('plan.filter_person')}
        clearable
        data={[
          { value: UNASSIGNED, label: t('plan.unassigned') },
          ...team.map((person) => ({ value: person.id, label: person.name })),
        ]}
        value={filter.assignee}
        onChange={(assignee) => onFilter({ ...filter, assignee })}
      />
      <Select
        className={styles.pick}
        aria-label={t('plan.column.status')}
        placeholder={t('plan.column.status')}
        clearable
        data={STATUSES.map((status) => ({ value: status, label: t(`audits-contracts:status.${status}`) }))}
        value={filter.status}
        onChange={(status) => onFilter({ ...filter, status })}
      />
      <div className={styles.tools}>
        <Tool label={t('plan.expand')} icon={UnfoldVertical} onClick={props.onExpand} />
        <Tool label={t('plan.collapse')} icon={FoldVertical} onClick={props.onCollapse} />
        {isEditable && (
          <>
            <Tool label={t('plan.undo')} icon={Undo2} onClick={props.onUndo} disabled={!canUndo} />
            <Tool label={t('plan.redo')} icon={Redo2} onClick={props.onRedo} disabled={!canRedo} />
          </>
        )}
        <Tool label={t('history.title')} icon={History} onClick={() => props.onPanel('historial')} />
        <Tool label={t('deleted.title')} icon={Trash2} onClick={() => props.onPanel('eliminados')} />
      </div>
    </Toolbar>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onClick: () => void;
  readonly disabled?: boolean;
}

function Tool({ label, icon: Icon, onClick, disabled }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={32} aria-label={label} onClick={onClick} disabled={disabled}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** What may be added where one stands: inside the focused row, beside it, or at the top. */
function AddMenu({ focused }: { readonly focused: ItemId | null }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { session, draft, setDraft } = usePlan();
  // Rights and rows move: read again with every change that is shown.
  useAtomValue(treeAtom);
  if (!session.can('plan.treeitem__add')) return null;
  const { view } = session;
  const node = focused === null ? undefined : view.get(focused);
  const parentId = node?.place[0] ?? null;
  const parent = parentId === null ? undefined : view.get(parentId);
  const groups: { label: string; parent: ItemId | null; types: readonly ItemType[] }[] = [];
  if (node)
    groups.push({
      label: t('plan.add_in', { name: node.name }),
      parent: node.id,
      types: allowedChildren(view.recordType, node.type),
    });
  if (parent)
    groups.push({
      label: t('plan.add_in', { name: parent.name }),
      parent: parent.id,
      types: allowedChildren(view.recordType, parent.type),
    });
  groups.push({ label: t('plan.add_top'), parent: null, types: allowedChildren(view.recordType, null) });

  return (
    // The focus goes to the name of what is added: the button may not take it back.
    <Menu position="bottom-end" withinPortal returnFocus={draft === null}>
      <Menu.Target>
        <Button leftSection={<Plus size={15} aria-hidden />}>{t('plan.add')}</Button>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflow: 'auto' }}>
        {groups
          .filter((group) => group.types.length > 0)
          .map((group) => (
            <div key={group.parent ?? 'top'}>
              <Menu.Label className={styles.addLabel}>{group.label}</Menu.Label>
              {group.types.map((type) => (
                <Menu.Item key={type} onClick={() => setDraft({ parent: group.parent, type })}>
                  {t(`audits-contracts:itemType.${type}`)}
                </Menu.Item>
              ))}
            </div>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
