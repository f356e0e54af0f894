import type { AuditIntent, Rejection } from '@cotejo/audits-contracts';
import { intentKey } from '@cotejo/rooms/client';
import type { AuditSession } from './audit-session.ts';
import { labelOf } from './tray/intent-label.ts';

/**
 * Submits an intent that only the server can decide, such as a signature: checked locally first, and shown
 * only once the server confirms it. Resolves to null on success; a refusal is returned and removed from the
 * tray. Offline nothing is sent, since a signature made later would cover content that the user has not seen.
 */
export function askServer(session: AuditSession, intent: AuditIntent): Promise<Rejection | null> {
  const { connection } = session;
  const refused = session.judge(intent);
  if (refused) return Promise.resolve(refused);
  if (connection.status.state !== 'online' || connection.mode === 'read')
    return Promise.resolve({ code: connection.mode === 'read' ? 'forbidden' : 'room_unavailable' });
  return new Promise((resolve) => {
    const early: (readonly [string, Rejection | null])[] = [];
    let key: string | null = null;
    const done = (rejection: Rejection | null) => {
      stop();
      resolve(rejection);
    };
    const stop = connection.outbox.onSettled((settled) => {
      for (const { entry, tray } of settled) {
        const rejection = tray && { code: tray.code, params: tray.params };
        // Removed after the current notification, so that all other listeners see the entry first.
        if (tray && intentKey(entry) === key) queueMicrotask(() => session.discard(tray));
        if (key === null) early.push([intentKey(entry), rejection]);
        else if (intentKey(entry) === key) done(rejection);
      }
    });
    key = intentKey(connection.submit({ ...intent }, labelOf(session.view, intent)));
    const known = early.find(([settled]) => settled === key);
    if (known) done(known[1]);
  });
}
