import type { UserId } from '@cotejo/access-contracts';
import type { ItemId, TeamRole } from '@cotejo/audits-contracts';
import { atom, useAtomValue, useStore } from 'jotai';
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { AuditSession } from './audit-session.ts';
import { openAuditSession, type OpenAuditOptions } from './open-audit-session.ts';
import type { Notice } from './remote-changes.ts';
import type { RemoteSummary } from './remote-summary.ts';
import { bindSession, treeAtom } from './session-atoms.ts';
import type { TreeRow } from './tree-rows.ts';

/** How long leaving a page waits, unseen, for answers to what was just sent. */
const DRAIN_MS = 10_000;

const SessionContext = createContext<AuditSession | null>(null);

export interface AuditSessionProviderProps {
  /** The audit to open; another id opens another session. The rest is read when it opens. */
  readonly audit: OpenAuditOptions;
  /** Known later, or changed: goes to the open session. */
  readonly team?: ReadonlyMap<UserId, TeamRole>;
  /** Shown for the moment that it takes to read this browser's cache. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** Keeps an audit open while it is shown, and warns before the page closes over unsent work. */
export function AuditSessionProvider({ audit, team, fallback, children }: AuditSessionProviderProps) {
  const store = useStore();
  const [session, setSession] = useState<AuditSession | null>(null);
  const { auditId, principal } = audit;

  useEffect(() => {
    let isGone = false;
    let leave = () => undefined as void;
    const opening = openAuditSession(audit).then((opened) => {
      if (isGone) return opened;
      const unbind = bindSession(store, opened);
      const stopWarning = warnBeforeUnload(opened);
      leave = () => {
        unbind();
        stopWarning();
      };
      setSession(opened);
      return opened;
    });
    return () => {
      isGone = true;
      leave();
      setSession(null);
      void opening.then((opened) => opened.close(DRAIN_MS));
    };
    // Who and which audit make a session; what else comes along is read when it opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [auditId, principal.userId, store]);

  useEffect(() => {
    if (session && team) session.setTeam(team);
  }, [session, team]);

  return session ? <SessionContext value={session}>{children}</SessionContext> : fallback;
}

/** The open audit. Only inside `AuditSessionProvider`. */
export function useAuditSession(): AuditSession {
  const session = use(SessionContext);
  if (!session) throw new Error('useAuditSession outside of AuditSessionProvider');
  return session;
}

/** One row; renders again only when that row changed. Undefined once it is not shown any more. */
export function useTreeRow(id: ItemId): TreeRow | undefined {
  return useAtomValue(useMemo(() => atom((get) => get(treeAtom).rowOf(id)), [id]));
}

/** Calls back when this person and another wrote the same without seeing each other. */
export function useSessionNotices(onNotice: (notice: Notice) => void): void {
  const session = useAuditSession();
  useEffect(() => session.onNotice(onNotice), [session, onNotice]);
}

/** Calls back every few seconds with what each of the others did, to be said in a sentence. */
export function useRemoteSummaries(onSummary: (summary: RemoteSummary) => void): void {
  const session = useAuditSession();
  useEffect(() => session.onRemoteSummary(onSummary), [session, onSummary]);
}

interface Unsent {
  readonly unsentCount: number;
  readonly connection: { readonly outbox: { onChange(listener: () => void): () => void } };
}

/**
 * Unsent work survives in this browser, but who closes the page may not come back to it. Listens only while
 * something is unsent: a page that may object to its closing is kept out of the browser's back-forward cache.
 */
export function warnBeforeUnload(session: Unsent): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  const look = () => {
    if (session.unsentCount > 0) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  };
  const stop = session.connection.outbox.onChange(look);
  look();
  return () => {
    stop();
    window.removeEventListener('beforeunload', warn);
  };
}
