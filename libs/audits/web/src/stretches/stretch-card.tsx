import type { Stretch } from '@cotejo/audits-contracts';
import { PersonAvatar, useFormat } from '@cotejo/ui';
import { ActionIcon, Badge, Button, Menu } from '@mantine/core';
import { ChevronDown, ChevronRight, MoreHorizontal, X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlan } from '../plan/plan-context.ts';
import { shownCode, type TreeRow } from '../session/rows/tree-rows.ts';
import { progressOfItems } from './items-of-stretches.ts';
import styles from './stretches.module.css';

/** Items listed in an open card; the tree shows the rest. */
const LISTED = 100;

interface StretchCardProps {
  readonly stretch: Stretch;
  readonly items: readonly TreeRow[];
  readonly isOpen: boolean;
  /** Selected items of the tree that can be assigned. */
  readonly selected: number;
  readonly mayEdit: boolean;
  readonly onToggle: () => void;
  readonly onChange: () => void;
  readonly onRemove: () => void;
  readonly onAllot: () => void;
  readonly onFilter: () => void;
}

/** A sprint or visit with its facts; opened, also with its items. */
export function StretchCard(props: StretchCardProps) {
  const { stretch, items, isOpen, selected, mayEdit, onToggle } = props;
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const { session, person } = usePlan();
  const body = useId();
  const { name, startDate, endDate } = stretch;
  const progress = progressOfItems(items, session.view.recordType);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className={styles.card} data-stretch={stretch.id}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.name}
          aria-expanded={isOpen}
          aria-controls={body}
          onClick={onToggle}
        >
          <Chevron size={15} aria-hidden />
          {name}
        </button>
        {mayEdit && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={t('stretches.actions_of', { name })}>
                <MoreHorizontal size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={props.onChange}>{t('stretches.edit')}</Menu.Item>
              <Menu.Item color="red" onClick={props.onRemove}>
                {t('stretches.remove')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <div className={styles.facts}>
        {(startDate !== null || endDate !== null) && (
          <span className="num">{`${format.date(startDate) || '…'} – ${format.date(endDate) || '…'}`}</span>
        )}
        <span>{t('stretches.items', { count: items.length })}</span>
        {progress !== null && <span className="num">{format.percent(progress, 0)}</span>}
        {stretch.kind === 'sprint' && !stretch.countsForProgress && (
          <Badge variant="light" color="gray" size="sm" tt="none">
            {t('stretches.left_out')}
          </Badge>
        )}
        {stretch.kind === 'visit' &&
          stretch.members
            .flatMap((id) => person(id) ?? [])
            .map((one) => <PersonAvatar key={one.id} person={one} size={20} />)}
      </div>
      <div id={body} hidden={!isOpen}>
        {isOpen && (
          <>
            {stretch.kind === 'sprint' && stretch.objective !== null && (
              <p className={styles.text}>{t('stretches.objective_is', { text: stretch.objective })}</p>
            )}
            {stretch.kind === 'sprint' && stretch.scope !== null && (
              <p className={styles.text}>{t('stretches.scope_is', { text: stretch.scope })}</p>
            )}
            <div className={styles.buttons}>
              {session.mode === 'edit' && session.can('plan.treeitem__edit') && (
                <Button size="compact-sm" variant="default" disabled={selected === 0} onClick={props.onAllot}>
                  {selected === 0
                    ? t('stretches.select_first')
                    : t('stretches.allot_selected', { count: selected })}
                </Button>
              )}
              {items.length > 0 && (
                <Button size="compact-sm" variant="subtle" onClick={props.onFilter}>
                  {t('stretches.show_in_tree')}
                </Button>
              )}
            </div>
            <Items stretch={stretch} items={items} />
          </>
        )}
      </div>
    </li>
  );
}

function Items({ stretch, items }: Pick<StretchCardProps, 'stretch' | 'items'>) {
  const { t } = useTranslation('audits-web');
  const { session, openItem, act } = usePlan();
  return (
    <ul className={styles.items} aria-label={t('stretches.items_of', { name: stretch.name })}>
      {items.slice(0, LISTED).map((row) => {
        const { id, node, title } = row;
        const code = shownCode(row);
        return (
          <li key={id}>
            <button type="button" className={styles.item} onClick={() => openItem(id)}>
              {code !== null && <span className="code">{code}</span>} {title.name}
            </button>
            {session.mode === 'edit' &&
              session.can('plan.treeitem__edit', { createdBy: node.createdBy, assignee: node.assignee }) && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={t('stretches.take_out', { item: title.name, name: stretch.name })}
                  onClick={() => act({ kind: 'allot_item', id, stretch: stretch.id, isIn: false })}
                >
                  <X size={14} aria-hidden />
                </ActionIcon>
              )}
          </li>
        );
      })}
      {items.length > LISTED && <li>{t('stretches.more', { count: items.length - LISTED })}</li>}
    </ul>
  );
}
