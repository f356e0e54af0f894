import { allottedColours, useWhenIdle, useWorkspace } from '@cotejo/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';

/** Key of the colours that this browser last allotted. */
const keyOf = (account: string): string => `cotejo.people-colours.${account}`;

/**
 * Gives the people of the account colours of their own. Until they are known, the last ones apply, so that nobody
 * changes colour while a page opens; in a new browser, colours follow from ids.
 */
export function PeopleColours() {
  const { people, can, me } = useWorkspace();
  const key = keyOf(me.accountId);
  const [kept] = useState(() => localStorage.getItem(key) ?? '');
  const [isIdle, setIdle] = useState(false);
  useWhenIdle(useCallback(async () => setIdle(true), []));
  const { data } = useQuery({
    queryKey: ['workspace', 'people'],
    queryFn: () => people(),
    enabled: isIdle && can('users.list'),
  });
  const css = useMemo(() => data && allottedColours(data.map(({ id }) => id)), [data]);
  useEffect(() => {
    if (css === undefined) return;
    try {
      localStorage.setItem(key, css);
    } catch {
      // With a full or blocked storage, the next page begins with colours by id.
    }
  }, [key, css]);
  return <style>{css ?? kept}</style>;
}
