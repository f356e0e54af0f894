import type { Session } from '@cotejo/access-web';
import type { UnsentPlan } from '@cotejo/audits-web';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { shownRecord } from './shown-record.ts';

/** Milliseconds after which what is still unsent is no work in passing. */
const SETTLE_MS = 1_500;
/** Milliseconds between two looks while something is left, and the longest that sending it may take. */
const LOOK_AGAIN_MS = 15_000;

const NOTHING: readonly UnsentPlan[] = [];
/** Comes with the screens of audits: nobody has unsent work before one of them was open. */
const plans = () => import('@cotejo/audits-web');
const roomsUrl = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/rooms`;

/**
 * Work that this browser keeps of plans other than the one that is open. Looks when the workspace opens, when a
 * page is left and when the network is back; while there is some, sends it as soon as it can be sent.
 */
export function useUnsentElsewhere(session: Session, user: string): readonly UnsentPlan[] {
  const { pathname, search } = useLocation();
  const shown = shownRecord(pathname, search);
  const [left, setLeft] = useState(NOTHING);

  useEffect(() => {
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lookIn = (delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void look(), delay);
    };
    const find = async () => (await (await plans()).unsentPlans(user)).filter(({ id }) => id !== shown);
    const look = async (): Promise<void> => {
      const found = await find();
      if (gone.signal.aborted) return;
      setLeft(found);
      const unsent = found.filter((plan) => plan.unsent > 0);
      if (unsent.length === 0) return;
      if (navigator.onLine) {
        for (const plan of unsent) await send(plan.id);
        if (gone.signal.aborted) return;
        setLeft(await find());
      }
      lookIn(LOOK_AGAIN_MS);
    };
    const send = async (id: string): Promise<void> => {
      const { sendUnsentPlan } = await plans();
      const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(LOOK_AGAIN_MS)]);
      const getTicket = () => session.getTicket();
      if (!signal.aborted) await sendUnsentPlan({ user, id, url: roomsUrl(), getTicket }, signal);
    };
    const onOnline = () => lookIn(SETTLE_MS);
    lookIn(SETTLE_MS);
    window.addEventListener('online', onOnline);
    return () => {
      gone.abort();
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [session, user, shown]);

  // A browser asks before it closes over work that it has not sent; it keeps it all the same.
  const isUnsent = left.some(({ unsent, id }) => unsent > 0 && id !== shown);
  useEffect(() => {
    if (!isUnsent) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsent]);

  return left.filter(({ id }) => id !== shown);
}
