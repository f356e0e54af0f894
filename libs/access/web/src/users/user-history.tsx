import { accessCalls } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { useQuery } from '@tanstack/react-query';
import { HistoryList } from '../history/history-list.tsx';
import { useSession } from '../session/use-session.ts';

/** History of a user's access. */
export function UserHistory({ id }: { readonly id: string }) {
  const { api } = useSession();
  const history = useQuery({
    queryKey: ['access', 'history-of', id],
    queryFn: () => perform(api, accessCalls.people.history, { params: { id } }),
  });
  return <HistoryList history={history} of={id} />;
}
