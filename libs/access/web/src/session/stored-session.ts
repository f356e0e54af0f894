import {
  MALFORMED_SESSION,
  ON_LOGOUT,
  sessionData,
  type SessionData,
  type UserProfile,
} from '@cotejo/access-contracts';

/** Storage items of a session; specification 1, section 3. */
const ITEMS = ['token', 'type', 'expires_in', 'logged_in_at', 'user'] as const;

export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The stored session, or null when there is none. A session with a missing or malformed item is logged to the console
 * and treated as absent.
 */
export function readSession(storage: SessionStorage): SessionData | null {
  const [token, type, expiresIn, loggedInAt, user] = ITEMS.map((item) => storage.getItem(item));
  if ([token, type, expiresIn, loggedInAt, user].every((item) => item === null)) return null;
  const parsed = sessionData.safeParse({
    token,
    type,
    expires_in: expiresIn === null || expiresIn?.trim() === '' ? undefined : Number(expiresIn),
    logged_in_at: loggedInAt,
    user: parseJson(user ?? null),
  });
  if (parsed.success) return parsed.data;
  // oxlint-disable-next-line no-console -- the specification logs it
  console.warn(MALFORMED_SESSION);
  return null;
}

export function writeSession(storage: SessionStorage, session: SessionData): void {
  storage.setItem('token', session.token);
  storage.setItem('type', session.type);
  storage.setItem('expires_in', String(session.expires_in));
  storage.setItem('logged_in_at', session.logged_in_at);
  storage.setItem('user', JSON.stringify(session.user));
}

/** Merges the current profile from the server into the stored user. */
export function writeProfile(storage: SessionStorage, profile: UserProfile): void {
  const known = parseJson(storage.getItem('user'));
  const before = typeof known === 'object' && known !== null ? known : {};
  storage.setItem('user', JSON.stringify({ ...before, ...profile }));
}

/** Removes the session and stored data of the user and account; settings of the browser stay. */
export function clearSession(storage: SessionStorage): void {
  for (const item of ON_LOGOUT) storage.removeItem(item);
}

function parseJson(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
