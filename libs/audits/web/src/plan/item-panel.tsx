import type { ItemId } from '@cotejo/audits-contracts';
import { ancestors } from '@cotejo/audits-domain';
import { AvatarStack, SidePanel } from '@cotejo/ui';
import { ActionIcon } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { Ellipsis, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ItemDates } from '../panel/item-dates.tsx';
import { ItemFacts } from '../panel/item-facts.tsx';
import { ItemHistory } from '../panel/item-history.tsx';
import styles from '../panel/item-panel.module.css';
import { LinkTarget, SeenThrough, SharedIn } from '../panel/item-sharing.tsx';
import { FindingTreatment, PlanTreatment } from '../panel/item-treatment.tsx';
import { RiskProfileFields } from '../panel/risk-profile.tsx';
import { usePeersOn, useTreeRow } from '../session/audit-session-provider.tsx';
import { rightsAtom } from '../session/session-atoms.ts';
import type { TreeRow } from '../session/tree-rows.ts';
import { usePlan } from './plan-context.ts';

interface ItemPanelProps {
  readonly id: ItemId;
  readonly onClose: () => void;
}

/** What is known of one item; others' changes show as they come. A reference shows its original. */
export function ItemPanel({ id, onClose }: ItemPanelProps) {
  const { t } = useTranslation('audits-web');
  const row = useTreeRow(id);
  const original = useTreeRow(row?.shown.id ?? id);
  if (!row || !original)
    return (
      <SidePanel opened title={t('panel.gone.title')} onClose={onClose}>
        <p className={styles.hint}>{t('panel.gone.text')}</p>
      </SidePanel>
    );
  return <PanelOf key={id} row={original} through={row === original ? null : row} onClose={onClose} />;
}

interface PanelOfProps {
  readonly row: TreeRow;
  /** The reference by which somebody came here. */
  readonly through: TreeRow | null;
  readonly onClose: () => void;
}

function PanelOf({ row, through, onClose }: PanelOfProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { audit, session, panels, person, rename, actions } = usePlan();
  useAtomValue(rightsAtom);
  const peers = usePeersOn(row.id);
  const { node } = row;
  const Body = panels[node.type];
  const path = [...ancestors(session.view, (through ?? row).id)].reverse().map((above) => above.name);
  const lastBy = person(node.changedBy);
  const mayRename = session.judge({ kind: 'rename_item', id: row.id, name: node.name }) === null;

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
              onClick={() => rename(row.id)}
            >
              <Pencil size={15} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon
            variant="default"
            size={32}
            aria-label={t('plan.actions_of', { name: node.name })}
            onClick={(event) => actions.openMenu((through ?? row).id, event.currentTarget)}
          >
            <Ellipsis size={15} aria-hidden />
          </ActionIcon>
        </>
      }
      footer={
        <span className="num">
          {t('panel.version', { version: node.version + 1, name: lastBy?.name ?? '' })}
        </span>
      }
    >
      {path.length > 0 && <p className={styles.path}>{path.join(' › ')}</p>}
      {through && <SeenThrough reference={through} />}
      <ItemFacts row={row} />
      <ItemDates key={`${node.dates?.join(' ')}`} row={row} />
      {node.type === 'finding' && <FindingTreatment row={row} />}
      {node.type === 'action_plan' && <PlanTreatment row={row} />}
      <RiskProfileFields row={row} />
      {Body && <Body auditId={audit.id} itemId={row.id} />}
      <LinkTarget row={row} />
      <SharedIn row={row} />
      <ItemHistory row={row} />
    </SidePanel>
  );
}
