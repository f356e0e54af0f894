import type { UserId } from '@cotejo/access-contracts';
import type { ItemId, TeamRole } from '@cotejo/audits-contracts';
import { atom, useAtomValue, useStore } from 'jotai';
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { AuditSession } from './audit-session.ts';
import { openAuditSession, type OpenAuditOptions } from './open-audit-session.ts';
import type { Notice } from './rows/remote-changes.ts';
import type { RemoteSummary } from './rows/remote-summary.ts';
import { bindSession, treeAtom } from './session-atoms.ts';
import type { TreeRow } from './rows/tree-rows.ts';

/** Milliseconds to wait, in the background, for pending answers after the page is left. */
const DRAIN_MS = 10_000;

const SessionContext = createContext<AuditSession | null>(null);

export interface AuditSessionProviderProps {
  /** The audit to open. A new id (or user) opens a new session; changes of the other options are ignored. */
  readonly audit: OpenAuditOptions;
  /** May be set or changed later; passed on to the open session. */
  readonly team?: ReadonlyMap<UserId, TeamRole>;
  /** Shown while this browser's cache is read. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** Keeps an audit's session open while mounted, and warns before the page is closed with unsent work. */
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

/** The open audit's session. Requires `AuditSessionProvider`. */
export function useAuditSession(): AuditSession {
  const session = use(SessionContext);
  if (!session) throw new Error('useAuditSession outside of AuditSessionProvider');
  return session;
}

/** One row; re-renders only when that row changes. Undefined once the row is not shown. */
export function useTreeRow(id: ItemId): TreeRow | undefined {
  return useAtomValue(useMemo(() => atom((get) => get(treeAtom).rowOf(id)), [id]));
}

/** Subscribes to notices that this user and another overwrote each other's changes. */
export function useSessionNotices(onNotice: (notice: Notice) => void): void {
  const session = useAuditSession();
  useEffect(() => session.onNotice(onNotice), [session, onNotice]);
}

/** Subscribes to summaries of other users' changes, emitted every few seconds. */
export function useRemoteSummaries(onSummary: (summary: RemoteSummary) => void): void {
  const session = useAuditSession();
  useEffect(() => session.onRemoteSummary(onSummary), [session, onSummary]);
}

interface Unsent {
  readonly unsentCount: number;
  readonly connection: { readonly outbox: { onChange(listener: () => void): () => void } };
}

/**
 * Asks for confirmation before the page is closed with unsent work: it survives in this browser, but the user
 * may not return to it. The handler is registered only while work is unsent, because pages with a
 * `beforeunload` handler are excluded from the back-forward cache.
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
