import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SessionPage, type SessionPageProps } from '../session/session-page.tsx';
import { TrashScreen } from './trash-screen.tsx';

/**
 * Trash of a plan: `/auditorias/papelera/?auditoria-id=…` (or `evaluacion-id`). It uses the plan's room:
 * deletions and restorations by other users appear live, and restoring works offline.
 */
export function TrashPage(props: SessionPageProps) {
  const { t } = useTranslation('audits-web');
  return (
    <SessionPage {...props} title={t('trash.title')} icon={Trash2}>
      {(audit, people) => <TrashScreen audit={audit} people={people} />}
    </SessionPage>
  );
}
