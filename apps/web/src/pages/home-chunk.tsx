import { AuditsListPage, OwnActionPlansPage, readAuditsAhead, type ReadPlanTexts } from '@cotejo/audits-web';
import { perform } from '@cotejo/http/client';
import { useWorkspace, type ReadAhead } from '@cotejo/ui';
import { ownPlanTextCalls } from '@cotejo/worksheets-contracts';
import { fieldTitle } from '@cotejo/worksheets-web';
import { useCallback } from 'react';

export const readAhead: ReadAhead = (workspace, ...rest) => {
  if (workspace.me.role !== 'owner') readAuditsAhead(workspace, ...rest);
};

/** Home page: the list of audits, or for action-plan owners their plans. */
export function HomePage() {
  const { api, me } = useWorkspace();
  const readTexts = useCallback<ReadPlanTexts>(
    ({ auditoria, id }, signal) =>
      perform(api, ownPlanTextCalls.texts, { params: { auditId: auditoria.id, itemId: id } }, { signal }),
    [api],
  );
  return me.role === 'owner' ? (
    <OwnActionPlansPage readTexts={readTexts} />
  ) : (
    <AuditsListPage fieldTitle={fieldTitle} />
  );
}
