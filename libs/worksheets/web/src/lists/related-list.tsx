import { statusWord, type ItemId, type ItemStatus, type ItemType } from '@cotejo/audits-contracts';
import { controlsOf, type AuditView } from '@cotejo/audits-domain';
import { gradeLevel, StatusDot, type StatusTone } from '@cotejo/ui';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FigureTile } from '../figures/figure-tile.tsx';
import { useOfAudit, useWorksheetHost } from '../host/worksheet-host.ts';
import styles from './lists.module.css';
import { RaiseFinding, useRaiseFinding } from './raise-finding.tsx';

interface Related {
  readonly id: ItemId;
  readonly code: string | null;
  readonly name: string;
  readonly status: ItemStatus | null;
  readonly execution: number | null;
}

/** Related items of a worksheet: controls of a risk, tests of a control, items below a finding. */
export type RelatedList = 'controls' | 'tests' | 'findings' | 'action_plans' | 'evaluations';

const TYPE: Readonly<Record<RelatedList, ItemType>> = {
  controls: 'control',
  tests: 'control_test',
  findings: 'finding',
  action_plans: 'action_plan',
  evaluations: 'evaluation',
};

const TONE: Readonly<Partial<Record<ItemStatus, StatusTone>>> = {
  assigned: 'assigned',
  in_progress: 'progress',
  not_discussed: 'progress',
  completed: 'done',
  reviewed: 'reviewed',
  review_note: 'note',
  accepted: 'assigned',
  not_accepted: 'rejected',
  approved: 'assigned',
  implemented: 'done',
  following_up: 'progress',
  evaluated: 'reviewed',
};

function relatedTo(view: AuditView, id: ItemId, list: RelatedList): readonly Related[] {
  const nodes =
    list === 'controls'
      ? controlsOf(view, id)
      : view.childrenOf(id).flatMap((child) => {
          const node = view.get(child);
          return node && node.deleted === null && node.type === TYPE[list] ? [node] : [];
        });
  return nodes.map((node) => {
    const execution = node.values?.['execution'];
    return {
      id: node.id,
      code: node.code,
      name: node.name,
      status: node.status,
      execution: typeof execution === 'number' ? execution : null,
    };
  });
}

/** In place of an empty list of findings; offers to raise one where there are exceptions. */
function NoFindings() {
  const { t } = useTranslation('worksheets-web');
  const { exceptions } = useRaiseFinding();
  return (
    <p className={styles.empty}>
      {exceptions === 0 ? t('list.related.findings') : t('list.related.exceptions', { count: exceptions })}{' '}
      <RaiseFinding />
    </p>
  );
}

/** Links to the related items, each with its result. */
export function RelatedItems({ list }: { readonly list: RelatedList }) {
  const { t } = useTranslation(['worksheets-web', 'worksheets-contracts', 'audits-contracts']);
  const { itemId, openItem } = useWorksheetHost();
  const said = useOfAudit(
    useCallback((view) => JSON.stringify(relatedTo(view, itemId, list)), [itemId, list]),
  );
  const items = useMemo(() => JSON.parse(said) as readonly Related[], [said]);
  return (
    <section className={styles.list} data-wide data-field={list}>
      <h3 className={styles.title}>
        {t(`worksheets-contracts:list.${list}`)}{' '}
        {items.length > 0 && <span className={`${styles.count} num`}>{items.length}</span>}
      </h3>
      {items.length === 0 && list === 'findings' && <NoFindings />}
      {items.length === 0 && list !== 'findings' && (
        <p className={styles.empty}>{t(`worksheets-web:list.related.${list}`)}</p>
      )}
      {items.length > 0 && (
        <ul className={styles.rows}>
          {items.map(({ id, code, name, status, execution }) => (
            <li key={id} className={styles.row}>
              <button type="button" className={styles.open} onClick={() => openItem(id)}>
                {code !== null && <span className="code">{code}</span>}{' '}
                <span className={styles.name}>{name}</span>
              </button>
              {list === 'controls' && <FigureTile figure="control_strength" of={id} isBare />}
              {list === 'tests' && execution !== null && (
                <span className={styles.result} data-level={gradeLevel(execution, 'strength')}>
                  {t(`audits-contracts:valueOption.control_test.execution.${execution}`)}
                </span>
              )}
              {list !== 'controls' && status !== null && (
                <StatusDot
                  tone={TONE[status] ?? 'new'}
                  label={t(`audits-contracts:status.${statusWord(status, TYPE[list])}`)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
