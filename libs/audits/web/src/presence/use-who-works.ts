import { AUDIT_PRESENCE_TOPIC, auditPresence, type PresentPerson } from '@cotejo/audits-contracts';
import { useWorkspace } from '@cotejo/ui';
import { useEffect, useState } from 'react';

/** Others who work now, by audit. */
export type WhoWorks = ReadonlyMap<string, readonly PresentPerson[]>;

const NOBODY: WhoWorks = new Map();

/** Who works where in the audits that this person may open, as they come, move and go. */
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
        // Where others are is true only as long as one hears of it.
        onState: (state) => {
          if (state !== 'live') setWho(NOBODY);
        },
      }),
    [live, me.accountId],
  );
  return who;
}
