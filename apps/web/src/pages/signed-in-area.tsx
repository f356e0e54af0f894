import { rememberLastPage, sessionAtom } from '@cotejo/access-web';
import { useAtomValue } from 'jotai';
import { Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { createChunk, fromChunk } from '../chunk.tsx';
import { dutyOf, PendingDuty } from './pending-duty.tsx';
import { SignInRoute } from './sign-in-route.tsx';

export const workspace = createChunk(() => import('../workspace/workspace-area.tsx'));
const WorkspaceArea = fromChunk(workspace, (chunk) => chunk.default);

/**
 * What only people who are signed in see. Others get the sign-in page: in place at the root; elsewhere at
 * its own address, and the address they wanted is kept for after.
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
    // In this order: navigating changes the address.
    if (remember) rememberLastPage(localStorage, location.href);
    void navigate('/login/', { replace: true });
  }, [remember, navigate]);
  return null;
}
