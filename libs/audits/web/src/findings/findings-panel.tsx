import {
  findingTreatment,
  itemStatus,
  statusWord,
  type AuditDetail,
  type ItemId,
} from '@cotejo/audits-contracts';
import { EmptyState, PersonAvatar, SidePanel, StatusDot } from '@cotejo/ui';
import { FindBar, NoneFound, useFoundRows, type ListColumn } from '@cotejo/ui/list';
import { Button } from '@mantine/core';
import { atom, useAtomValue } from 'jotai';
import { TriangleAlert, X } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ITEM_STATUS_TONE } from '../audit-status.ts';
import { targetAtom } from '../plan/plan-atoms.ts';
import { usePlan } from '../plan/plan-context.ts';
import { rightsAtom, treeAtom } from '../session/session-atoms.ts';
import { ImpactPill } from './impact-pill.tsx';
import { findingsIn, findingsOf, type FindingImpact, type ListedFinding } from './listed-findings.ts';
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
  const { view } = session;
  const all = useMemo(() => findingsIn(view, rows), [view, rows]);
  const ofItem = useMemo(() => findingsOf(view, all, item), [view, all, item]);
  const found = useFoundRows({ rows: ofItem, columns: useFindingColumns(ofItem), under: 'hallazgos.' });
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
      <FindBar found={found} search={t('findings.search')} isInside />
      {ofItem.length === 0 && (
        <EmptyState icon={TriangleAlert} title={t('findings.empty.title')} text={t('findings.empty.text')} />
      )}
      {ofItem.length > 0 && found.rows.length === 0 && <NoneFound clear={found.clear} />}
      {found.rows.length > 0 && (
        <ul className={styles.list} aria-label={t('findings.title')}>
          {found.rows.map((finding) => (
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

/** What findings are searched, filtered and ordered by; offers only values that occur among them. */
function useFindingColumns(of: readonly ListedFinding[]): readonly ListColumn<ListedFinding>[] {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  return useMemo<readonly ListColumn<ListedFinding>[]>(
    () => [
      { id: 'codigo', label: t('list.column.code'), kind: 'text', value: ({ code }) => code },
      { id: 'nombre', label: t('list.column.name'), kind: 'text', value: ({ name }) => name },
      {
        ...{ id: 'impacto', label: t('summary.impact'), kind: 'choice' },
        value: ({ impact }) => String(impact),
        options: IMPACTS.filter((impact) => of.some((one) => one.impact === impact)).map((impact) => ({
          value: String(impact),
          label:
            impact === null
              ? t('findings.no_impact')
              : t(`audits-contracts:valueOption.finding.impact.${impact}`),
        })),
      },
      {
        ...{ id: 'estado', label: t('list.column.status'), kind: 'choice', value: ({ status }) => status },
        options: itemStatus.options
          .filter((status) => of.some((one) => one.status === status))
          .map((status) => ({
            value: status,
            label: t(`audits-contracts:status.${statusWord(status, 'finding')}`),
          })),
      },
    ],
    [t, of],
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
