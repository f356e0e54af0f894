import { isAudit, isGroup } from '@cotejo/audits-contracts';
import { PersonAvatar, ProgressBar, StatusDot } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ITEM_STATUS_TONE } from '../audit-status.ts';
import { AssignMenu } from '../plan/assign-menu.tsx';
import { usePlan } from '../plan/plan-context.ts';
import { StatusMenu } from '../plan/status-menu.tsx';
import type { TreeRow } from '../session/tree-rows.ts';
import { SignatureLines } from '../signatures/signature-lines.tsx';
import { isCompleted } from '../signatures/signatures-of.ts';
import styles from './item-panel.module.css';

/** Status, assignee, progress and author of an item; what can be changed is changed here. */
export function ItemFacts({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { person, session } = usePlan();
  const [menu, setMenu] = useState<'status' | 'assign' | null>(null);
  const { node, progress } = row;
  const assignee = person(node.assignee);
  const creator = person(node.createdBy);
  // Risks that are evaluated, or kept for copying, are nobody's work.
  const isWork = isAudit(session.view.recordType) && node.status !== null;
  const canAssign = session.can('plan.assign_user', { createdBy: node.createdBy, assignee: node.assignee });
  return (
    <dl className={styles.facts}>
      {isWork && node.status !== null && (
        <div>
          <dt>{t('plan.column.status')}</dt>
          <dd>
            <StatusMenu row={row} opened={menu === 'status'} onClose={() => setMenu(null)}>
              <Button variant="default" size="xs" onClick={() => setMenu('status')}>
                <StatusDot
                  tone={ITEM_STATUS_TONE[node.status]}
                  label={t(`audits-contracts:status.${node.status}`)}
                />
              </Button>
            </StatusMenu>
          </dd>
        </div>
      )}
      {isWork && !isGroup(node.type) && (
        <div>
          <dt>{t('plan.column.assigned')}</dt>
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
        <div>
          <dt>{t('plan.column.progress')}</dt>
          <dd>
            <ProgressBar percent={progress} label={t('plan.progress_of', { name: node.name })} decimals={1} />
          </dd>
        </div>
      )}
      {isWork && isCompleted(node) && (
        <div className={styles.wide}>
          <dt>{t('plan.column.signatures')}</dt>
          <dd>
            <SignatureLines node={node} />
          </dd>
        </div>
      )}
      {creator && (
        <div>
          <dt>{t('panel.created_by')}</dt>
          <dd>{creator.name}</dd>
        </div>
      )}
      {node.origin !== undefined && (
        <div>
          <dt>{t('panel.origin')}</dt>
          <dd>{t(`panel.origins.${node.origin}`)}</dd>
        </div>
      )}
    </dl>
  );
}
