import { accessCalls, type UserDetail } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { EmptyState, ErrorState, notify, TableSkeleton, useErrorText } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../forms/reason-dialog.tsx';
import layout from '../layout/layout.module.css';
import { SessionRows } from '../profile/session-list.tsx';
import { useSession } from '../session/use-session.ts';

/** Sessions of a user; an administrator may end all of them. */
export function UserSessions({ person }: { readonly person: UserDetail }) {
  const { id } = person;
  const { t } = useTranslation('access-web');
  const { api } = useSession();
  const words = useErrorText();
  const queries = useQueryClient();
  const queryKey = ['access', 'sessions-of', id];
  const [isAsking, setAsking] = useState(false);
  const sessions = useQuery({
    queryKey,
    queryFn: () => perform(api, accessCalls.people.sessions, { params: { id } }),
  });
  if (sessions.isError) {
    return <ErrorState text={words(sessions.error)} onRetry={() => void sessions.refetch()} />;
  }
  if (sessions.data === undefined) return <TableSkeleton rows={2} />;
  if (sessions.data.length === 0) {
    return <EmptyState icon={MonitorSmartphone} title={t('sessions.none')} />;
  }
  return (
    <div className={layout.stack}>
      <SessionRows rows={sessions.data} />
      <div className={layout.buttons}>
        <Button variant="outline" color="red" onClick={() => setAsking(true)}>
          {t('sessions.end_all')}
        </Button>
      </div>
      {isAsking && (
        <ReasonDialog
          danger
          title={t('sessions.end_all')}
          question={t('sessions.end_all_question', {
            name: `${person.first_name} ${person.last_name}`.trim(),
          })}
          submit={t('sessions.end_all')}
          onClose={() => setAsking(false)}
          run={async (reason) => {
            const { ended } = await perform(api, accessCalls.people.endSessions, {
              params: { id },
              query: reason,
            });
            notify.success(t('sessions.ended', { count: ended }));
            await queries.invalidateQueries({ queryKey });
          }}
        />
      )}
    </div>
  );
}
