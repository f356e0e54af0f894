import { isAudit, isGroup, statusWord } from '@cotejo/audits-contracts';
import { dueOfAudit, dueOfItem, judgeProgress } from '@cotejo/audits-domain';
import { PersonAvatar, ProgressBar, StatusDot, useFormat } from '@cotejo/ui';
import { Button, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ITEM_STATUS_TONE } from '../audit-status.ts';
import { AssignMenu } from '../plan/toolbar/assign-menu.tsx';
import { ExplainedProgress } from '../plan/grid/explained-progress.tsx';
import { usePlan } from '../plan/plan-context.ts';
import { StatusMenu } from '../plan/toolbar/status-menu.tsx';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import styles from './item-panel.module.css';

/** Status, assignee and progress of an item in one line; editable in place. */
export function ItemFacts({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { audit, person, session } = usePlan();
  const format = useFormat();
  const [menu, setMenu] = useState<'status' | 'assign' | null>(null);
  const { node, progress } = row;
  const assignee = person(node.assignee);
  // Items of risk evaluations and libraries have no status or assignee.
  const isWork = isAudit(session.view.recordType) && node.status !== null;
  const canAssign = session.can('plan.assign_user', { createdBy: node.createdBy, assignee: node.assignee });
  if (!isWork && progress === null) return null;
  const due = dueOfItem(dueOfAudit(session.view.status, audit.fecha_fin), node.dates?.[1] ?? null);
  return (
    <dl className={styles.line}>
      {isWork && node.status !== null && (
        <div>
          <VisuallyHidden component="dt">{t('plan.column.status')}</VisuallyHidden>
          <dd>
            <StatusMenu row={row} opened={menu === 'status'} onClose={() => setMenu(null)}>
              <Button variant="default" size="xs" onClick={() => setMenu('status')}>
                <StatusDot
                  tone={ITEM_STATUS_TONE[node.status]}
                  label={t(`audits-contracts:status.${statusWord(node.status, node.type)}`)}
                />
              </Button>
            </StatusMenu>
          </dd>
        </div>
      )}
      {isWork && !isGroup(node.type) && (
        <div>
          <VisuallyHidden component="dt">{t('plan.column.assigned')}</VisuallyHidden>
          <dd>
            <AssignMenu row={row} opened={menu === 'assign'} onClose={() => setMenu(null)}>
              <Button
                variant="default"
                size="xs"
                disabled={!canAssign}
                onClick={() => setMenu('assign')}
                leftSection={assignee && <PersonAvatar person={assignee} size={18} decorative />}
              >
                {assignee?.name ?? t('panel.nobody')}
              </Button>
            </AssignMenu>
          </dd>
        </div>
      )}
      {progress !== null && (
        <div className={styles.share}>
          <VisuallyHidden component="dt">{t('plan.column.progress')}</VisuallyHidden>
          <dd>
            <span className={styles.progress}>
              <ProgressBar
                percent={progress}
                label={t('plan.progress_of', { name: node.name })}
                decimals={null}
                level={judgeProgress(progress, due, format.isoDay(new Date())).level}
              />
              <ExplainedProgress id={node.id}>
                <span className="num">{format.percent(progress)}</span>
              </ExplainedProgress>
            </span>
          </dd>
        </div>
      )}
    </dl>
  );
}
