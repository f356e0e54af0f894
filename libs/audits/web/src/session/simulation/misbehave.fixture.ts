import type { ClientManners } from '@cotejo/audits-domain/simulation';
import { intentKey } from '@cotejo/rooms/client';
import type { AuditSession } from '../audit-session.ts';

/**
 * Replaces an existing method; throws when it is missing, so that a renamed method does not disable a fault
 * silently.
 */
function replace(
  object: object,
  name: string,
  make: (original: () => unknown) => (...given: never[]) => unknown,
) {
  const original: unknown = Reflect.get(object, name);
  if (typeof original !== 'function') throw new Error(`there is no ${name} to be replaced`);
  const bound = original.bind(object) as () => unknown;
  Object.defineProperty(object, name, { value: make(bound), configurable: true });
}

/** Injects client faults into a session: each flag of `manners` that is false disables one behaviour. */
export function misbehave(session: AuditSession, manners: ClientManners): void {
  const { connection } = session;
  const { outbox } = connection;
  if (!manners.resends) {
    const sent = new Set<string>();
    replace(
      outbox,
      'unanswered',
      (original) =>
        function* () {
          for (const entry of original() as ReturnType<typeof outbox.unanswered>) {
            if (sent.has(intentKey(entry))) continue;
            sent.add(intentKey(entry));
            yield entry;
          }
        },
    );
  }
  if (!manners.keepsRefused)
    outbox.onSettled((settled) => outbox.discard(settled.flatMap(({ tray }) => (tray ? [tray] : []))));
  if (!manners.rebases) {
    const tree: unknown = Reflect.get(session, 'tree');
    if (typeof tree !== 'object' || tree === null) throw new Error('there is no tree to be rebased');
    replace(tree, 'rebase', () => () => undefined);
  }
  if (!manners.resets) replace(connection, 'startOver', () => () => undefined);
}
