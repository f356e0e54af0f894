import { AuditsListPage, OwnActionPlansPage } from '@cotejo/audits-web';
import { useWorkspace } from '@cotejo/ui';
import { fieldTitle } from '@cotejo/worksheets-web';

/** Home page: the list of audits, or for action-plan owners their plans. */
export function HomePage() {
  const { me } = useWorkspace();
  return me.role === 'owner' ? <OwnActionPlansPage /> : <AuditsListPage fieldTitle={fieldTitle} />;
}
