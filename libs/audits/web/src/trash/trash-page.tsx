import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { SessionPage, type SessionPageProps } from '../session/session-page.tsx';
import { createChunk, latePart } from '@cotejo/ui';
import { TrashScreen } from './trash-screen.tsx';

const DeletedAuditsPage = latePart(
  createChunk(() => import('./deleted-audits-page.tsx')),
  (part) => part.DeletedAuditsPage,
);

/**
 * Trash of a plan: `/auditorias/papelera/?auditoria-id=…` (or `evaluacion-id`). It uses the plan's room:
 * deletions and restorations by other users appear live, and restoring works offline. Without a record it is the trash
 * of the account's audits.
 */
export function TrashPage(props: SessionPageProps) {
  const { t } = useTranslation('audits-web');
  const [params] = useSearchParams();
  if (!params.has('auditoria-id') && !params.has('evaluacion-id')) return <DeletedAuditsPage />;
  return (
    <SessionPage {...props} title={t('trash.title')} icon={Trash2}>
      {(audit, people) => <TrashScreen audit={audit} people={people} />}
    </SessionPage>
  );
}
