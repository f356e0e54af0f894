import type { Session } from '@cotejo/access-web';
import type { UnsentPlan } from '@cotejo/audits-web/unsent-plans';
import { createChunk, useWhenIdle } from '@cotejo/ui';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { shownRecord } from './shown-record.ts';

/** Milliseconds after which unsent work no longer counts as merely in transit. */
const SETTLE_MS = 1_500;
/** Milliseconds between checks while work is left, and the time limit for sending it. */
const LOOK_AGAIN_MS = 15_000;

const NOTHING: readonly UnsentPlan[] = [];
/** Not part of the first page; loaded when idle, because it is needed most when the network is gone. */
const plans = createChunk(() => import('@cotejo/audits-web/unsent-plans'));
const roomsUrl = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/rooms`;

/**
 * Unsent work of plans that are not open. Checked when the workspace opens, when a page is left, and when the
 * network returns; while there is some, it is sent as soon as possible.
 */
export function useUnsentElsewhere(session: Session, user: string): readonly UnsentPlan[] {
  const { pathname, search } = useLocation();
  const shown = shownRecord(pathname, search);
  const [left, setLeft] = useState(NOTHING);
  useWhenIdle(plans.load);

  useEffect(() => {
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lookIn = (delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void look(), delay);
    };
    const find = async () => (await (await plans.load()).unsentPlans(user)).filter(({ id }) => id !== shown);
    const look = async (): Promise<void> => {
      const isLoaded = await plans.load().then(
        () => true,
        () => false,
      );
      if (gone.signal.aborted) return;
      if (!isLoaded) return lookIn(LOOK_AGAIN_MS);
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
      const { sendUnsentPlan } = await plans.load();
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

  // The browser asks before closing; the work stays stored in any case.
  const isUnsent = left.some(({ unsent, id }) => unsent > 0 && id !== shown);
  useEffect(() => {
    if (!isUnsent) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsent]);

  return left.filter(({ id }) => id !== shown);
}
