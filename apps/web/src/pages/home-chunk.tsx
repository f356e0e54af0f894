import { AuditsListPage, OwnActionPlansPage } from '@cotejo/audits-web';
import { useWorkspace } from '@cotejo/ui';
import { fieldTitle } from '@cotejo/worksheets-web';
import { useAuditTexts } from './audit-texts.ts';

/** Home page: the list of audits, or for action-plan owners their plans. */
export function HomePage() {
  useAuditTexts();
  const { me } = useWorkspace();
  return me.role === 'owner' ? <OwnActionPlansPage /> : <AuditsListPage fieldTitle={fieldTitle} />;
}
