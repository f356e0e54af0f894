import { allottedColours, useWhenIdle, useWorkspace } from '@cotejo/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';

/** Key of the colours that this browser last allotted. */
const keyOf = (account: string): string => `cotejo.people-colours.${account}`;

/**
 * Allots colours to the users of the account. Until the users are loaded, the colours that this browser stored last
 * apply, so that no avatar changes colour while a page opens; in a new browser, colours follow from user ids.
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
