import { itemType, type ItemStatus, type ItemType, type RecordType } from '@cotejo/audits-contracts';
import { allowedChildren } from '@cotejo/audits-domain';
import { DateField, StatusDot, PersonAvatar } from '@cotejo/ui';
import { Button, Checkbox, MultiSelect, Popover } from '@mantine/core';
import { useAtom } from 'jotai';
import { ListFilter } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ITEM_STATUS_TONE } from '../audit-status.ts';
import { filterAtom } from './plan-atoms.ts';
import { usePlan } from './plan-context.ts';
import { countChosen, UNASSIGNED } from './plan-filter.ts';
import styles from './plan-tools.module.css';

const STATUSES: readonly ItemStatus[] = [
  'new',
  'assigned',
  'in_progress',
  'not_discussed',
  'completed',
  'review_note',
  'reviewed',
  'accepted',
  'not_accepted',
  'approved',
  'implemented',
  'following_up',
  'evaluated',
];

/** Types that such a tree may hold, in the order in which they are known. */
export function typesIn(recordType: RecordType): readonly ItemType[] {
  const found = new Set<ItemType>(['action_plan', 'evaluation', 'reference', 'link']);
  const waiting: (ItemType | null)[] = [null];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const child of allowedChildren(recordType, at)) {
      if (found.has(child)) continue;
      found.add(child);
      waiting.push(child);
    }
  const has = (type: ItemType) => found.has(type);
  const bare = recordType === 'risk_evaluation' || recordType === 'risk_library' || recordType === 'template';
  return itemType.options.filter(
    (type) => has(type) && !(bare && ['action_plan', 'evaluation', 'reference'].includes(type)),
  );
}

const toggled = <T,>(list: readonly T[], one: T): T[] =>
  list.includes(one) ? list.filter((each) => each !== one) : [...list, one];

/** By whom, at what, of which kind and when: everything that a plan can be filtered by, text apart. */
export function FilterMenu() {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { team, session } = usePlan();
  const [filter, setFilter] = useAtom(filterAtom);
  const [isOpen, setOpen] = useState(false);
  const { recordType } = session.view;
  const types = useMemo(() => typesIn(recordType), [recordType]);
  const count = countChosen(filter);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<ListFilter size={15} aria-hidden />}
          data-active={count > 0 || undefined}
          className={styles.filterButton}
          aria-label={count > 0 ? t('filter.open_count', { count }) : t('filter.open')}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={styles.filterWord}>{t('filter.open')}</span>
          {count > 0 && <span className={styles.count}>{count}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.filterMenu} aria-label={t('filter.open')}>
        <div className={styles.filterFields}>
          <MultiSelect
            size="xs"
            label={t('plan.filter_person')}
            placeholder={filter.assignees.length === 0 ? t('filter.everybody') : ''}
            data={[
              { value: UNASSIGNED, label: t('plan.unassigned') },
              ...team.map((person) => ({ value: person.id, label: person.name })),
            ]}
            value={[...filter.assignees]}
            onChange={(assignees) => setFilter({ ...filter, assignees })}
            renderOption={({ option }) => {
              const person = team.find(({ id }) => id === option.value);
              return (
                <span className={styles.option}>
                  {person && <PersonAvatar person={person} size={18} decorative />}
                  {option.label}
                </span>
              );
            }}
            clearable
            searchable
            comboboxProps={{ withinPortal: false }}
          />
          <MultiSelect
            size="xs"
            label={t('plan.column.type')}
            placeholder={filter.types.length === 0 ? t('filter.every_type') : ''}
            data={types.map((type) => ({ value: type, label: t(`audits-contracts:itemType.${type}`) }))}
            value={[...filter.types]}
            onChange={(chosen) =>
              setFilter({ ...filter, types: types.filter((type) => chosen.includes(type)) })
            }
            clearable
            searchable
            comboboxProps={{ withinPortal: false }}
          />
          <div className={styles.days}>
            <DateField
              label={t('filter.from')}
              value={filter.from ?? ''}
              onChange={(from) => setFilter({ ...filter, from: from === '' ? null : from })}
            />
            <DateField
              label={t('filter.to')}
              value={filter.to ?? ''}
              onChange={(to) => setFilter({ ...filter, to: to === '' ? null : to })}
            />
          </div>
        </div>
        <fieldset className={styles.statuses}>
          <legend>{t('plan.column.status')}</legend>
          {STATUSES.map((status) => (
            <Checkbox
              key={status}
              size="xs"
              checked={filter.statuses.includes(status)}
              onChange={() => setFilter({ ...filter, statuses: toggled(filter.statuses, status) })}
              label={
                <StatusDot tone={ITEM_STATUS_TONE[status]} label={t(`audits-contracts:status.${status}`)} />
              }
            />
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
