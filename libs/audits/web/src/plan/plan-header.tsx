import { auditStatusOf, type AuditDetail, type ItemId } from '@cotejo/audits-contracts';
import { AvatarStack, HeaderEnd, notify, PageHeader, useFormat, useWorkspace } from '@cotejo/ui';
import { Alert, Badge, Button } from '@mantine/core';
import { atom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { Clock } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { EVALUATIONS_PATH } from '../evaluations/evaluation-path.ts';
import { AuditStatusMenu } from '../lifecycle/audit-status-menu.tsx';
import { followedAtom } from '../presence/follow-peer.ts';
import { onceEach } from '../presence/once-each.ts';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { SavingBadge } from '../session/saving-badge.tsx';
import { peersAtom, revokedAtom, rightsAtom, savingAtom, treeAtom } from '../session/session-atoms.ts';
import { AuditNav } from '../summary/audit-nav.tsx';
import { mayRecordTime } from '../time/time-access.ts';
import { moduleShown, withModule } from '../summary/summary-address.ts';
import { withPanel } from '../worksheets/stack-address.ts';
import { TimeDialog } from './late-parts.ts';
import styles from './plan.module.css';

// Of the tree only what the header says: it is not drawn again with every change.
const loadedStatusAtom = atom((get) => (get(treeAtom).baseVersion < 0 ? null : get(treeAtom).auditStatus));
const isDeletedAtom = atom((get) => get(treeAtom).removal !== null);
const isRunningAtom = atom((get) => get(treeAtom).operation !== null);

interface PlanHeaderProps {
  readonly audit: AuditDetail;
  /** A risk evaluation or a library: it is no audit, and is found elsewhere. */
  readonly isEvaluation: boolean;
}

/** What an audit is called, how it stands, and who is here. */
export function PlanHeader({ audit, isEvaluation }: PlanHeaderProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  const session = useAuditSession();
  const { registerUnsent } = useWorkspace();
  const [, setParams] = useSearchParams();
  const showRejected = useCallback(() => setParams(withPanel('rechazados')), [setParams]);
  const loadedStatus = useAtomValue(loadedStatusAtom);
  const isRunning = useAtomValue(isRunningAtom);
  useAtomValue(rightsAtom);
  useEffect(() => registerUnsent(() => session.localOnlyCount), [registerUnsent, session]);

  useLostAccess(showRejected);

  const status = loadedStatus ?? auditStatusOf(audit.status);
  const isDeleted = useAtomValue(isDeletedAtom);
  const isReader = loadedStatus !== null && !session.can('plan.treeitem__edit');
  return (
    <>
      <PageHeader
        title={audit.nombre}
        breadcrumb={[
          isEvaluation
            ? { label: t('evaluations.short'), to: EVALUATIONS_PATH }
            : { label: t('list.title'), to: '/' },
          { label: audit.codigo },
        ]}
        {...(!isEvaluation && mayRecordTime(session) && { actions: <RecordTime audit={audit} /> })}
        meta={
          <>
            {!isEvaluation && <AuditStatusMenu audit={audit} status={status} />}
            {audit.fecha_inicio !== null && (
              <span className="num">{`${format.date(audit.fecha_inicio)} – ${format.date(audit.fecha_fin)}`}</span>
            )}
            {audit.horas_presupuestadas > 0 && (
              <span className="num">
                {t('plan.hours', {
                  charged: format.number(audit.horas_cargadas, 1),
                  budgeted: format.hours(audit.horas_presupuestadas),
                })}
              </span>
            )}
            {audit.lider && <span>{t('plan.leader', { name: audit.lider.name })}</span>}
            {isReader && (
              <Badge variant="light" size="sm" tt="none">
                {t('plan.read_only')}
              </Badge>
            )}
          </>
        }
      >
        {!isEvaluation && !isDeleted && <AuditNav audit={audit.id} />}
      </PageHeader>
      {!isEvaluation && (status === 'closed' || status === 'cancelled') && (
        <Alert className={styles.operation} role="status">
          {t(`lifecycle.${status}`)}
        </Alert>
      )}
      {isRunning && (
        <Alert className={styles.operation} role="status">
          {t('plan.operation')}
        </Alert>
      )}
      <HeaderEnd>
        <Presence />
        <SavingBadge onRejected={showRejected} />
      </HeaderEnd>
    </>
  );
}

function RecordTime({ audit }: Pick<PlanHeaderProps, 'audit'>) {
  const { t } = useTranslation('audits-web');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Clock size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('time.record')}
      </Button>
      {isOpen && <TimeDialog audit={audit} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Says that the room lets the person in no more, and shows what it will not take from them. */
function useLostAccess(showRejected: () => void): void {
  const { t } = useTranslation('audits-web');
  const isLost = useAtomValue(revokedAtom);
  const store = useStore();
  useEffect(() => {
    if (!isLost) return;
    const { rejected } = store.get(savingAtom);
    notify.warning(t('plan.access_lost', { count: rejected }), { id: 'access-lost' });
    if (rejected > 0) showRejected();
  }, [isLost, store, showRejected, t]);
}

/** Avatars of the other users in the room, one per user; a click opens the place where the user is. */
export function Presence() {
  const { t } = useTranslation('audits-web');
  const session = useAuditSession();
  const [params, setParams] = useSearchParams();
  const setFollowed = useSetAtom(followedAtom);
  const peers = onceEach(useAtomValue(peersAtom));
  const people = peers.map(({ user, item }) => {
    const node = item === null ? undefined : session.view.get(item as ItemId);
    return node ? { ...user, detail: [node.code, node.name].filter(Boolean).join(' ') } : user;
  });
  const open = ({ id }: { readonly id: string }) => {
    const peer = peers.find(({ user }) => user.id === id);
    if (!peer) return;
    setFollowed(peer);
    if (moduleShown(params) !== null) setParams(withModule(params, null));
  };
  return <AvatarStack people={people} label={t('plan.present')} onOpen={open} />;
}
