import {
  accessCalls,
  isStaff,
  principalOfProfile,
  type PermissionKey,
  type PolicyObject,
  type UserProfile,
} from '@cotejo/access-contracts';
import { useCan, useSession } from '@cotejo/access-web';
import { perform } from '@cotejo/http/client';
import { useWhenIdle, WorkspaceProvider, type Workspace } from '@cotejo/ui';
import { useMemo } from 'react';
import { Chats } from '../chat/chats.tsx';
import { Mentions } from '../mentions/mentions.tsx';
import { loadPageAhead } from '../pages/audit-pages.tsx';
import { useOpenAhead } from '../pages/open-ahead.ts';
import { usePageFlags } from '../shell/page-flags.ts';
import { Shell } from '../shell/shell.tsx';
import { WaitingNotice } from '../shell/waiting-notice.tsx';
import { useTelemetry } from '../telemetry/use-telemetry.ts';
import { Uploads } from '../uploads/uploads.tsx';
import { useUnsentElsewhere } from './use-unsent-elsewhere.ts';
import { PeopleColours } from './people-colours.tsx';
import { useAccessChanges } from './use-access-changes.ts';
import { useLiveClient } from './use-live-client.ts';
import { useUnsentWork } from './use-unsent-work.ts';

/** Preloads the list of audits, which most other pages lead to. */
const loadListAhead = (): Promise<unknown> => loadPageAhead('/');

/** Application of signed-in users: services for screens, and the shell. */
export default function WorkspaceArea({ user }: { readonly user: UserProfile }) {
  const session = useSession();
  const can = useCan();
  const live = useLiveClient(session);
  const registerUnsent = useUnsentWork(session, user.id);
  useAccessChanges(live, user.account_id);
  useTelemetry(user.id);
  useWhenIdle(loadListAhead);
  const { layout } = usePageFlags();
  const unsent = useUnsentElsewhere(session, user.id);

  const workspace = useMemo<Workspace | null>(() => {
    if (live === null) return null;
    const { userId, accountId, role, isSuperuser } = principalOfProfile(user);
    return {
      api: session.api,
      live,
      getTicket: () => session.getTicket(),
      me: {
        id: userId,
        accountId,
        name: `${user.first_name} ${user.last_name}`.trim(),
        initials: user.sigla,
        role,
        isSuperuser,
      },
      // Screens pass permission keys as strings; unknown keys are denied.
      can: (permission, object) => can(permission as PermissionKey, object as PolicyObject),
      people: async () =>
        (await perform(session.api, accessCalls.people.users, {})).flatMap(
          ({ id, first_name, last_name, sigla, active, user_type }) =>
            active
              ? [
                  {
                    ...{ id, name: `${first_name} ${last_name}`.trim(), initials: sigla },
                    isStaff: isStaff(user_type),
                  },
                ]
              : [],
        ),
      registerUnsent,
    };
  }, [session, live, user, can, registerUnsent]);

  const openAhead = useOpenAhead(workspace);
  if (workspace === null) return null;
  const notices = (
    <>
      <WaitingNotice />
      <Mentions />
    </>
  );
  return (
    <WorkspaceProvider workspace={workspace}>
      <PeopleColours />
      <Shell user={user} unsent={unsent} notices={notices} onAhead={openAhead} />
      {layout !== 'bare' && <Uploads />}
      {layout !== 'bare' && <Chats />}
    </WorkspaceProvider>
  );
}
