import { accessCalls } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { ErrorState, notify, Section, TableSkeleton, useErrorText } from '@cotejo/ui';
import { Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../forms/reason-dialog.tsx';
import { useSession } from '../session/use-session.ts';
import { SECURITY_KEY, useSecurity } from './use-security.ts';

/** Setting that requires a second factor from all users of the account. */
export function SecondFactorRule() {
  const { t } = useTranslation('access-web');
  const words = useErrorText();
  const session = useSession();
  const queries = useQueryClient();
  const security = useSecurity();
  const [asked, setAsked] = useState<boolean | null>(null);
  return (
    <Section title={t('security.factor')} hint={t('security.factor_hint')}>
      {security.isPending && <TableSkeleton rows={1} />}
      {security.isError && (
        <ErrorState text={words(security.error)} onRetry={() => void security.refetch()} />
      )}
      {security.isSuccess && (
        <Checkbox
          label={t('security.factor_required')}
          checked={security.data.second_factor_required}
          onChange={(event) => setAsked(event.currentTarget.checked)}
        />
      )}
      {asked !== null && (
        <ReasonDialog
          title={t('security.factor')}
          question={t(asked ? 'security.factor_on_question' : 'security.factor_off_question')}
          submit={t(asked ? 'security.factor_on' : 'security.factor_off')}
          onClose={() => setAsked(null)}
          run={async (reason) => {
            await perform(session.api, accessCalls.account.requireSecondFactor, {
              body: { required: asked, ...reason },
            });
            notify.success(t('security.saved'));
            await queries.invalidateQueries({ queryKey: SECURITY_KEY });
            // The second factor may now be due for the current user, too.
            await session.refresh();
          }}
        />
      )}
    </Section>
  );
}
