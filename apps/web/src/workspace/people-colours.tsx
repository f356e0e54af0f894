import { allottedColours, useWhenIdle, useWorkspace } from '@cotejo/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';

/** Gives the people of the account colours of their own; until they are known, colours follow from ids. */
export function PeopleColours() {
  const { people, can } = useWorkspace();
  const [isIdle, setIdle] = useState(false);
  useWhenIdle(useCallback(async () => setIdle(true), []));
  const { data } = useQuery({
    queryKey: ['workspace', 'people'],
    queryFn: () => people(),
    enabled: isIdle && can('users.list'),
  });
  const css = useMemo(() => allottedColours(data?.map(({ id }) => id) ?? []), [data]);
  return <style>{css}</style>;
}
