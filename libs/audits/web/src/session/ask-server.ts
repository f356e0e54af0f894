import type { AuditIntent, Rejection } from '@cotejo/audits-contracts';
import { intentKey } from '@cotejo/rooms/client';
import type { AuditSession } from './audit-session.ts';
import { labelOf } from './intent-label.ts';

/**
 * Asks for what only the server can decide, a signature for instance: judged here as far as that goes, sent, and
 * shown once it comes back. Null = it was done. A refusal is answered here and leaves nothing in the tray. Without a
 * connection nothing is sent: who signs later would sign what they have not seen.
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
        // Taken out of the tray when everybody else has heard of it.
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
