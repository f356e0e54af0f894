import type { SessionId, SessionRow } from '@cotejo/access-contracts';
import { deviceOf } from '../sign-in/device-of.ts';
import type { KeptSession } from '../vault/session-vault.ts';

/** A session as shown to administrators; `own` is the session of the request. */
export const sessionRowOf = (
  session: KeptSession,
  { own, unknown }: { readonly own: SessionId | null; readonly unknown: string },
): SessionRow => ({
  id: session.id,
  current: session.id === own,
  signed_in_at: session.createdAt.toISOString(),
  last_seen_at: session.lastSeenAt.toISOString(),
  expires_at: session.expiresAt.toISOString(),
  ip: session.ip,
  device: deviceOf(session.userAgent) ?? unknown,
  method: session.method,
});
