import type { AuditDetail, ConclusionRead } from '@cotejo/audits-contracts';
import { ConfirmDialog, createChunk, latePart, ScrollRegion, TableSkeleton, useFormat } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { rightsAtom } from '../session/session-atoms.ts';
import styles from './conclusion.module.css';
import { RatingPill } from './rating-pill.tsx';
import { useConclusionActs } from './use-conclusion.ts';

const ConclusionDialog = latePart(
  createChunk(() => import('./conclusion-dialog.tsx')),
  (part) => part.ConclusionDialog,
);

interface ConclusionCardProps {
  readonly audit: AuditDetail;
  /** Undefined until it is read. */
  readonly conclusion: ConclusionRead | undefined;
}

/** Overall rating and conclusion of an audit, with who rated, wrote and signed them. */
export function ConclusionCard({ audit, conclusion }: ConclusionCardProps) {
  const { t } = useTranslation('audits-web');
  if (conclusion === undefined) return <TableSkeleton rows={2} />;
  const { calificacion, calificada, texto, escrita, firmada } = conclusion;
  return (
    <>
      {calificacion === null ? (
        <p className={styles.none}>{t('conclusion.no_rating')}</p>
      ) : (
        <RatingPill level={calificacion} isSigned={firmada !== null} />
      )}
      {texto === '' ? (
        <p className={styles.none}>{t('conclusion.no_text')}</p>
      ) : (
        <ScrollRegion as="p" className={styles.text}>
          {texto}
        </ScrollRegion>
      )}
      {calificada !== null && <Act words="rated_by" act={calificada} />}
      {escrita !== null && <Act words="written_by" act={escrita} />}
      {firmada !== null ? (
        <Act words="signed_by" act={firmada} />
      ) : (
        (calificacion !== null || texto !== '') && <p className={styles.act}>{t('conclusion.unsigned')}</p>
      )}
      <Actions audit={audit} conclusion={conclusion} />
    </>
  );
}

interface ActProps {
  readonly words: 'rated_by' | 'written_by' | 'signed_by';
  readonly act: NonNullable<ConclusionRead['firmada']>;
}

function Act({ words, act: { usuario, fecha } }: ActProps) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  return (
    <p className={styles.act}>
      {t(`conclusion.${words}`, { name: usuario.name, moment: format.dateTime(fecha) })}
    </p>
  );
}

function Actions({
  audit,
  conclusion,
}: Required<ConclusionCardProps> & { readonly conclusion: ConclusionRead }) {
  const { t } = useTranslation('audits-web');
  const session = useAuditSession();
  const words = useRejectionText();
  const acts = useConclusionActs(audit.id);
  const [asking, setAsking] = useState<'edit' | 'sign' | 'withdraw' | null>(null);
  useAtomValue(rightsAtom);
  const { calificacion, calificada, texto, escrita, firmada, version } = conclusion;
  const close = () => setAsking(null);
  const mayEdit = session.judge({ kind: 'conclude_audit', text: '' }) === null;
  const maySign = session.judge({ kind: 'sign_conclusion', seen: version }) === null;
  const isMine = firmada?.usuario.id === session.me;
  const prepared = calificada?.usuario.id === session.me || escrita?.usuario.id === session.me;
  const why =
    calificacion === null || texto === '' ? 'conclusion_incomplete' : prepared ? 'signer_is_preparer' : null;
  return (
    <>
      <div className={styles.actions}>
        {mayEdit && (
          <Button size="compact-sm" variant="default" onClick={() => setAsking('edit')}>
            {t(version < 0 ? 'conclusion.begin' : 'conclusion.edit')}
          </Button>
        )}
        {maySign && firmada === null && (
          <Button size="compact-sm" disabled={why !== null} onClick={() => setAsking('sign')}>
            {t('conclusion.sign')}
          </Button>
        )}
        {maySign && isMine && (
          <Button size="compact-sm" variant="default" onClick={() => setAsking('withdraw')}>
            {t('conclusion.withdraw')}
          </Button>
        )}
      </div>
      {maySign && firmada === null && why !== null && <p className={styles.why}>{words({ code: why })}</p>}
      {mayEdit && !maySign && firmada === null && why !== 'conclusion_incomplete' && (
        <p className={styles.why}>{t('conclusion.signed_by_other')}</p>
      )}
      {asking === 'edit' && <ConclusionDialog audit={audit.id} conclusion={conclusion} onClose={close} />}
      <ConfirmDialog
        opened={asking === 'sign' || asking === 'withdraw'}
        title={t(asking === 'withdraw' ? 'conclusion.withdraw' : 'conclusion.sign')}
        question={t(asking === 'withdraw' ? 'conclusion.withdraw_question' : 'conclusion.sign_question', {
          rating: calificacion?.name ?? '',
        })}
        left={t('create.cancel')}
        right={t(asking === 'withdraw' ? 'conclusion.withdraw' : 'conclusion.sign')}
        danger={false}
        onConfirm={() => (asking === 'withdraw' ? acts.withdraw() : acts.sign(conclusion))}
        onClose={close}
      />
    </>
  );
}
