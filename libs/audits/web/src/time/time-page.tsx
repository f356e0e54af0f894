import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SessionPage, type SessionPageProps } from '../session/session-page.tsx';
import { TimeScreen } from './time-screen.tsx';

/** Time records of an audit: `/auditorias/horas/?auditoria-id=…`. */
export function TimePage(props: SessionPageProps) {
  const { t } = useTranslation('audits-web');
  return (
    <SessionPage {...props} title={t('time.title')} icon={Clock}>
      {(audit) => <TimeScreen audit={audit} />}
    </SessionPage>
  );
}
