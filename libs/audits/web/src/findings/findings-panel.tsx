import {
  findingTreatment,
  itemStatus,
  statusWord,
  type AuditDetail,
  type ItemId,
} from '@cotejo/audits-contracts';
import { EmptyState, PersonAvatar, SidePanel, StatusDot } from '@cotejo/ui';
import { Button, Chip, TextInput } from '@mantine/core';
import { atom, useAtomValue } from 'jotai';
import { Search, TriangleAlert, X } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ITEM_STATUS_TONE } from '../audit-status.ts';
import { targetAtom } from '../plan/plan-atoms.ts';
import { usePlan } from '../plan/plan-context.ts';
import { rightsAtom, treeAtom } from '../session/session-atoms.ts';
import { ImpactPill } from './impact-pill.tsx';
import {
  findingsIn,
  lookedFor,
  NO_FINDING_FILTER,
  type FindingFilter,
  type FindingImpact,
  type ListedFinding,
} from './listed-findings.ts';
import { NewFinding } from './new-finding.tsx';
import styles from './findings-panel.module.css';

interface FindingsPanelProps {
  readonly audit: AuditDetail;
  /** Shows the findings of this item only; null = of the whole audit. */
  readonly item: ItemId | null;
  readonly onClose: () => void;
}

const rowsAtom = atom((get) => get(treeAtom).rows);

/**
 * Findings of the audit or of one item: filter, open and add. The contract calls the audit's list "findings" and the
 * item's "findings minisystem".
 */
export function FindingsPanel({ item, onClose }: FindingsPanelProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { session, openItem, openPanel } = usePlan();
  const rows = useDeferredValue(useAtomValue(rowsAtom));
  const focused = useAtomValue(targetAtom);
  useAtomValue(rightsAtom);
  const [filter, setFilter] = useState(NO_FINDING_FILTER);
  const { view } = session;
  const all = useMemo(() => findingsIn(view, rows), [view, rows]);
  const ofItem = useMemo(() => lookedFor(view, all, item, NO_FINDING_FILTER), [view, all, item]);
  const shown = lookedFor(view, ofItem, null, filter);
  const about = item === null ? undefined : view.get(item);
  return (
    <SidePanel
      opened
      title={t('findings.title')}
      onClose={onClose}
      overline={<span className={styles.count}>{t('findings.count', { count: ofItem.length })}</span>}
    >
      {about && (
        <p className={styles.only}>
          <span>{t('findings.only', { name: about.name })}</span>
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<X size={13} aria-hidden />}
            onClick={() => openPanel('hallazgos')}
          >
            {t('history.whole')}
          </Button>
        </p>
      )}
      <NewFinding at={item ?? focused} />
      {ofItem.length > 0 && <Filters filter={filter} of={ofItem} onChange={setFilter} />}
      {shown.length === 0 ? (
        <EmptyState
          icon={TriangleAlert}
          title={t(ofItem.length === 0 ? 'findings.empty.title' : 'findings.empty.no_match')}
          text={ofItem.length === 0 ? t('findings.empty.text') : undefined}
        />
      ) : (
        <ul className={styles.list} aria-label={t('findings.title')}>
          {shown.map((finding) => (
            <Finding
              key={finding.id}
              finding={finding}
              showsFrom={finding.from?.id !== item}
              onOpen={() => openItem(finding.id)}
            />
          ))}
        </ul>
      )}
    </SidePanel>
  );
}

const IMPACTS: readonly FindingImpact[] = [5, 3, 1, 0, null];

interface FiltersProps {
  readonly filter: FindingFilter;
  readonly of: readonly ListedFinding[];
  readonly onChange: (filter: FindingFilter) => void;
}

/** Filter controls; offers only values that occur among the listed findings. */
function Filters({ filter, of, onChange }: FiltersProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const impacts = IMPACTS.filter((impact) => of.some((one) => one.impact === impact));
  const statuses = itemStatus.options.filter((status) => of.some((one) => one.status === status));
  return (
    <section className={styles.filters} aria-label={t('findings.filters')}>
      <TextInput
        aria-label={t('findings.search')}
        placeholder={t('findings.search')}
        leftSection={<Search size={14} aria-hidden />}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.currentTarget.value })}
      />
      {impacts.length > 1 && (
        <Choices label={t('summary.impact')}>
          <Chip.Group
            multiple
            value={filter.impacts.map(String)}
            onChange={(chosen) =>
              onChange({ ...filter, impacts: IMPACTS.filter((impact) => chosen.includes(String(impact))) })
            }
          >
            {impacts.map((impact) => (
              <Chip key={String(impact)} value={String(impact)} size="xs" radius="md">
                {impact === null
                  ? t('findings.no_impact')
                  : t(`audits-contracts:valueOption.finding.impact.${impact}`)}
              </Chip>
            ))}
          </Chip.Group>
        </Choices>
      )}
      {statuses.length > 1 && (
        <Choices label={t('list.column.status')}>
          <Chip.Group
            multiple
            value={[...filter.statuses]}
            onChange={(chosen) => onChange({ ...filter, statuses: chosen })}
          >
            {statuses.map((status) => (
              <Chip key={status} value={status} size="xs" radius="md">
                {t(`audits-contracts:status.${statusWord(status, 'finding')}`)}
              </Chip>
            ))}
          </Chip.Group>
        </Choices>
      )}
    </section>
  );
}

/** Multiple choice for one filter property, behind a button with its name. */
function Choices({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <div className={styles.choices} role="group" aria-labelledby={id}>
      <span id={id} className={styles.of}>
        {label}
      </span>
      {children}
    </div>
  );
}

interface FindingProps {
  readonly finding: ListedFinding;
  /** Whether to show the related worksheet; redundant in a panel about that worksheet. */
  readonly showsFrom: boolean;
  readonly onOpen: () => void;
}

function Finding({ finding, showsFrom, onOpen }: FindingProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { person, openItem } = usePlan();
  const { code, name, status, impact, treatment, from } = finding;
  const assignee = person(finding.assignee);
  const chosen = findingTreatment.safeParse(treatment).data;
  return (
    <li className={styles.finding}>
      <div className={styles.head}>
        <button type="button" className={styles.name} onClick={onOpen}>
          {code !== null && <span className="code">{code}</span>} {name}
        </button>
        <ImpactPill impact={impact} />
      </div>
      <div className={styles.facts}>
        {status !== null && (
          <StatusDot
            tone={ITEM_STATUS_TONE[status]}
            label={t(`audits-contracts:status.${statusWord(status, 'finding')}`)}
          />
        )}
        <span>
          {chosen
            ? t(`panel.treatment.${chosen === 'none' ? 'no_plan' : 'action_plan'}`)
            : t('findings.no_treatment')}
        </span>
        {assignee && <PersonAvatar person={assignee} size={20} />}
      </div>
      {showsFrom && from && (
        <button type="button" className={styles.from} onClick={() => openItem(from.id)}>
          {t('findings.from', {
            type: t(`audits-contracts:itemType.${from.type}`),
            name: [from.code, from.name].filter(Boolean).join(' '),
          })}
        </button>
      )}
    </li>
  );
}
