import { TELEMETRY } from '@cotejo/access-contracts';
import { z } from 'zod';

const STORED = 'telemetry_session';
const kept = z.object({ id: z.uuid(), began: z.number(), last: z.number() });

/**
 * Session id of telemetry: renewed after half an hour of inactivity, or after a day. `now`: epoch
 * milliseconds.
 */
export function telemetrySession(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  now: number,
  newId: () => string,
): string {
  const known = readKept(storage);
  const goesOn =
    known !== null &&
    now - known.last < TELEMETRY.sessionRenewal &&
    now - known.began < TELEMETRY.sessionExpiry;
  const session = goesOn ? { ...known, last: now } : { id: newId(), began: now, last: now };
  storage.setItem(STORED, JSON.stringify(session));
  return session.id;
}

function readKept(storage: Pick<Storage, 'getItem'>): z.infer<typeof kept> | null {
  try {
    return kept.safeParse(JSON.parse(storage.getItem(STORED) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
