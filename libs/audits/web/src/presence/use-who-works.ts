import { AUDIT_PRESENCE_TOPIC, auditPresence, type PresentPerson } from '@cotejo/audits-contracts';
import { useWorkspace } from '@cotejo/ui';
import { useEffect, useState } from 'react';

/** Other users working now, by audit. */
export type WhoWorks = ReadonlyMap<string, readonly PresentPerson[]>;

const NOBODY: WhoWorks = new Map();

/** Live presence of other users in the audits that this user may open. */
export function useWhoWorks(): WhoWorks {
  const { live, me } = useWorkspace();
  const [who, setWho] = useState(NOBODY);
  useEffect(
    () =>
      live.follow(AUDIT_PRESENCE_TOPIC, me.accountId, -1, {
        onFrame: ({ rows }) => {
          const last = rows.map((row) => auditPresence.parse(row)).at(-1);
          if (last) setWho(new Map(last.auditorias.map(({ id, personas }) => [id, personas])));
        },
        onReset: () => setWho(NOBODY),
        // Without a live connection positions are unknown, so they are cleared.
        onState: (state) => {
          if (state !== 'live') setWho(NOBODY);
        },
      }),
    [live, me.accountId],
  );
  return who;
}
