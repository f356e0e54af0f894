import { isAudit, itemType, type ItemStatus, type ItemType, type RecordType } from '@cotejo/audits-contracts';
import { allowedChildren, stretchesOf } from '@cotejo/audits-domain';
import { DateField, StatusDot, PersonAvatar, useFormat } from '@cotejo/ui';
import { Checkbox } from '@mantine/core';
import { useAtom, useAtomValue } from 'jotai';
import { useDeferredValue, useId, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ITEM_STATUS_TONE } from '../../audit-status.ts';
import { stretchesAtom, treeAtom } from '../../session/session-atoms.ts';
import { filterAtom, planDaysAtom } from '../plan-atoms.ts';
import { usePlan } from '../plan-context.ts';
import { DUE_STATES, MISSING_SIGNATURES, RowFilter, UNASSIGNED } from './plan-filter.ts';
import { whoMayBeSought } from './who-may-be-sought.ts';
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

/** Item types that a record type may hold, in catalogue order. */
function typesIn(recordType: RecordType): readonly ItemType[] {
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

/** Contents of the filter menu. */
export function FilterFields() {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { team, session, person } = usePlan();
  const { rows } = useAtomValue(treeAtom);
  const [filter, setFilter] = useAtom(filterAtom);
  const { assignees, types, statuses, from, to } = filter;
  useAtomValue(stretchesAtom);
  const sprints = stretchesOf(session.view, 'sprint');
  const visits = stretchesOf(session.view, 'visit');
  const isWork = isAudit(session.view.recordType);
  const counted = useDeferredValue(rows);
  const days = useAtomValue(planDaysAtom);
  const counts = useMemo(() => new RowFilter(filter, days).count(counted), [filter, days, counted]);
  return (
    <>
      <div className={styles.filterColumn}>
        {isWork && (
          <Choices
            label={t('plan.filter_person')}
            counts={counts.assignees}
            chosen={assignees}
            choices={[
              { value: UNASSIGNED, label: t('plan.unassigned') },
              ...whoMayBeSought(
                team,
                rows,
                (id) => person(id) ?? { id, name: t('filter.unknown_person'), initials: '?' },
              ).map((one) => ({
                value: one.id,
                label: (
                  <span className={styles.option}>
                    <PersonAvatar person={one} size={18} decorative />
                    {one.name}
                  </span>
                ),
              })),
            ]}
            onChoose={(next) => setFilter({ ...filter, assignees: next })}
          />
        )}
        {isWork && (
          <Choices
            label={t('plan.column.signatures')}
            counts={counts.signatures}
            chosen={filter.signatures}
            choices={MISSING_SIGNATURES.map((value) => ({ value, label: t(`filter.${value}`) }))}
            onChoose={(next) => setFilter({ ...filter, signatures: next })}
          />
        )}
        {isWork && (
          <Choices
            label={t('filter.due')}
            counts={counts.due}
            chosen={filter.due}
            choices={DUE_STATES.map((value) => ({ value, label: t(`filter.${value}`) }))}
            onChoose={(next) => setFilter({ ...filter, due: next })}
          />
        )}
      </div>
      <div className={styles.filterColumn}>
        <Choices
          label={t('plan.column.type')}
          counts={counts.types}
          chosen={types}
          choices={typesIn(session.view.recordType).map((type) => ({
            value: type,
            label: t(`audits-contracts:itemType.${type}`),
          }))}
          onChoose={(next) => setFilter({ ...filter, types: next })}
        />
      </div>
      <div className={styles.filterColumn}>
        {isWork && (
          <Choices
            label={t('plan.column.status')}
            counts={counts.statuses}
            chosen={statuses}
            choices={STATUSES.map((status) => ({
              value: status,
              label: (
                <StatusDot tone={ITEM_STATUS_TONE[status]} label={t(`audits-contracts:status.${status}`)} />
              ),
            }))}
            onChoose={(next) => setFilter({ ...filter, statuses: next })}
          />
        )}
        {sprints.length > 0 && (
          <Choices
            label={t('stretches.sprint.title')}
            counts={counts.sprints}
            chosen={filter.sprints}
            choices={sprints.map(({ id, name }) => ({ value: id, label: name }))}
            onChoose={(next) => setFilter({ ...filter, sprints: next })}
          />
        )}
        {visits.length > 0 && (
          <Choices
            label={t('stretches.visit.title')}
            counts={counts.visits}
            chosen={filter.visits}
            choices={visits.map(({ id, name }) => ({ value: id, label: name }))}
            onChoose={(next) => setFilter({ ...filter, visits: next })}
          />
        )}
      </div>
      <div className={styles.days}>
        <DateField
          label={t('filter.from')}
          value={from ?? ''}
          onChange={(day) => setFilter({ ...filter, from: day === '' ? null : day })}
        />
        <DateField
          label={t('filter.to')}
          value={to ?? ''}
          onChange={(day) => setFilter({ ...filter, to: day === '' ? null : day })}
        />
      </div>
    </>
  );
}

interface ChoicesProps<V extends string> {
  readonly label: string;
  readonly chosen: readonly V[];
  readonly choices: readonly { readonly value: V; readonly label: ReactNode }[];
  /** Number of rows by value. */
  readonly counts: ReadonlyMap<string, number>;
  readonly onChoose: (next: readonly V[]) => void;
}

/** Multiple choice; an empty choice means all values. */
function Choices<V extends string>({ label, chosen, choices, counts, onChoose }: ChoicesProps<V>) {
  const format = useFormat();
  const id = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {choices.map(({ value, label: words }) => (
        <Checkbox
          key={value}
          size="xs"
          radius={4}
          classNames={{ body: styles.check, label: styles.checkLabel, input: styles.checkBox }}
          label={
            <>
              {words}
              <span id={`${id}${value}`} aria-hidden className={`num ${styles.choiceCount}`}>
                {format.number(counts.get(value) ?? 0, 0)}
              </span>
            </>
          }
          aria-describedby={`${id}${value}`}
          checked={chosen.includes(value)}
          onChange={() =>
            onChoose(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value])
          }
        />
      ))}
    </fieldset>
  );
}
