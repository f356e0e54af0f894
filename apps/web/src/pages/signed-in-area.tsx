import { rememberLastPage, sessionAtom } from '@cotejo/access-web';
import { useAtomValue } from 'jotai';
import { Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { createChunk, fromChunk } from '@cotejo/ui';
import { dutyOf } from './duty-of.ts';
import { PendingDuty } from './pending-duty.tsx';
import { SignInRoute } from './sign-in-route.tsx';

export const workspace = createChunk(() => import('../workspace/workspace-area.tsx'));
const WorkspaceArea = fromChunk(workspace, (chunk) => chunk.default);

/**
 * Layout for signed-in users. Others get the sign-in page: in place at the root; elsewhere by a redirect that
 * remembers the requested page.
 */
export function SignedInArea() {
  const session = useAtomValue(sessionAtom);
  const { pathname } = useLocation();
  if (session.status === 'signed-in') {
    const duty = dutyOf(session.user);
    if (duty !== null) return <PendingDuty user={session.user} duty={duty} />;
    return (
      <Suspense>
        <WorkspaceArea key={session.user.id} user={session.user} />
      </Suspense>
    );
  }
  if (pathname === '/') return <SignInRoute />;
  const onPurpose = session.status === 'signed-out' && session.reason === 'logout';
  return <LeaveToSignIn remember={!onPurpose} />;
}

function LeaveToSignIn({ remember }: { readonly remember: boolean }) {
  const navigate = useNavigate();
  useEffect(() => {
    // The order matters: navigating changes `location.href`.
    if (remember) rememberLastPage(localStorage, location.href);
    void navigate('/login/', { replace: true });
  }, [remember, navigate]);
  return null;
}
