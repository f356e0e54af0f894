import type { ItemId } from '@cotejo/audits-contracts';
import { isGroup } from '@cotejo/audits-contracts';
import { ancestors } from '@cotejo/audits-domain';
import { AvatarStack, PersonAvatar, ProgressBar, SidePanel, StatusDot } from '@cotejo/ui';
import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ITEM_STATUS_TONE } from '../audit-status.ts';
import { usePeersOn, useTreeRow } from '../session/audit-session-provider.tsx';
import { progressAtom } from '../session/session-atoms.ts';
import type { TreeRow } from '../session/tree-rows.ts';
import { AssignMenu } from './assign-menu.tsx';
import { usePlan } from './plan-context.ts';
import styles from './plan.module.css';
import { StatusMenu } from './status-menu.tsx';
import { useState } from 'react';

/** What is known of one item; others' changes show as they come. */
export function ItemPanel({ id, onClose }: { readonly id: ItemId; readonly onClose: () => void }) {
  const { t } = useTranslation('audits-web');
  const row = useTreeRow(id);
  if (!row)
    return (
      <SidePanel opened title={t('panel.gone.title')} onClose={onClose}>
        <p className={styles.hint}>{t('panel.gone.text')}</p>
      </SidePanel>
    );
  return <PanelOf key={id} row={row} onClose={onClose} />;
}

function PanelOf({ row, onClose }: { readonly row: TreeRow; readonly onClose: () => void }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { audit, session, panels, person, setRenaming } = usePlan();
  const peers = usePeersOn(row.id);
  const { node } = row;
  const Body = panels[node.type];
  const path = [...ancestors(session.view, row.id)].reverse().map((above) => above.name);
  const lastBy = person(node.changedBy);
  const mayRename =
    session.mode === 'edit' &&
    !node.derived &&
    session.can('plan.treeitem__edit', { createdBy: node.createdBy, assignee: node.assignee });

  return (
    <SidePanel
      opened
      title={node.name}
      onClose={onClose}
      overline={
        <>
          {node.code !== null && <span className="code">{node.code}</span>}
          <span className={styles.hint}>{t(`audits-contracts:itemType.${node.type}`)}</span>
        </>
      }
      actions={
        <>
          <AvatarStack label={t('plan.present')} size={22} people={peers.map((peer) => peer.user)} />
          {mayRename && (
            <ActionIcon
              variant="default"
              size={32}
              aria-label={t('plan.rename')}
              onClick={() => setRenaming(row.id)}
            >
              <Pencil size={15} aria-hidden />
            </ActionIcon>
          )}
        </>
      }
      footer={
        <span className="num">
          {t('panel.version', { version: node.version + 1, name: lastBy?.name ?? '' })}
        </span>
      }
    >
      {path.length > 0 && <p className={styles.path}>{path.join(' › ')}</p>}
      <Facts row={row} />
      {node.type === 'finding' && <FindingTreatment row={row} />}
      {node.type === 'action_plan' && <PlanTreatment row={row} />}
      {Body && <Body auditId={audit.id} itemId={row.id} />}
    </SidePanel>
  );
}

function Facts({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { person, session } = usePlan();
  const [menu, setMenu] = useState<'status' | 'assign' | null>(null);
  const progress = useAtomValue(progressAtom).get(row.id) ?? null;
  const { node } = row;
  const assignee = person(node.assignee);
  const creator = person(node.createdBy);
  const canAssign = session.can('plan.assign_user', { createdBy: node.createdBy, assignee: node.assignee });
  return (
    <dl className={styles.facts}>
      {node.status !== null && (
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
      {!isGroup(node.type) && node.status !== null && (
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
      {creator && (
        <div>
          <dt>{t('panel.created_by')}</dt>
          <dd>{creator.name}</dd>
        </div>
      )}
    </dl>
  );
}

/** Whether the audited must make a plan; choosing it brings the plan into the tree. */
function FindingTreatment({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation('audits-web');
  const { session, act } = usePlan();
  const { treatment } = row.node;
  return (
    <Choice
      label={t('panel.finding_treatment')}
      value={treatment}
      disabled={session.mode === 'read' || !session.can('plan.treeitem__edit')}
      options={[
        { value: 'action_plan', label: t('panel.treatment.action_plan') },
        { value: 'none', label: t('panel.treatment.no_plan') },
      ]}
      onChange={(value) =>
        act({
          kind: 'choose_finding_treatment',
          id: row.id,
          treatment: value === 'none' ? 'none' : 'action_plan',
        })
      }
    />
  );
}

/** Whether the auditor concludes on the plan; choosing it brings the evaluation into the tree. */
function PlanTreatment({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation('audits-web');
  const { session, act } = usePlan();
  return (
    <Choice
      label={t('panel.plan_treatment')}
      value={row.node.treatment}
      disabled={session.mode === 'read' || !session.can('plan.treeitem__edit')}
      options={[
        { value: 'evaluate', label: t('panel.treatment.evaluate') },
        { value: 'none', label: t('panel.treatment.no_evaluation') },
      ]}
      onChange={(value) =>
        act({ kind: 'choose_plan_treatment', id: row.id, treatment: value === 'none' ? 'none' : 'evaluate' })
      }
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | null;
  readonly disabled: boolean;
  readonly options: { value: string; label: string }[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, value, disabled, options, onChange }: ChoiceProps) {
  return (
    <div className={styles.choice}>
      <span className={styles.label}>{label}</span>
      <SegmentedControl
        aria-label={label}
        size="xs"
        data={options}
        // Not yet chosen shows as neither.
        value={value ?? ''}
        disabled={disabled}
        onChange={onChange}
      />
    </div>
  );
}
