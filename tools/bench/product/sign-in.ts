import {
  loginAnswer,
  principalOfProfile,
  ticketAnswer,
  type Principal,
  type SessionData,
} from '@cotejo/access-contracts';
import { ApiError, createApiClient, type ApiClient } from '@cotejo/http/client';
import { API_BASE } from '@cotejo/http/contracts';

/** Password of every user of the demo account, which the benches use. */
export const DEMO_PASSWORD = 'Cotejo-demo-2026';

/** A signed-in user with their session and API client. */
export interface SignedIn {
  readonly session: SessionData;
  readonly principal: Principal;
  readonly api: ApiClient;
  getTicket(): Promise<string>;
}

export interface SignInOptions {
  /** Default: the demo account's. */
  readonly password?: string;
  /** Signs in again when the session ends, like a real user; otherwise that is a failure of the bench. */
  readonly again?: boolean;
}

/** Signs a user in, by default one of the demo account. */
export async function signIn(
  url: string,
  username: string,
  { again = false, password = DEMO_PASSWORD }: SignInOptions = {},
): Promise<SignedIn> {
  let token: string | null = null;
  let entering: Promise<SessionData> | null = null;
  const api = createApiClient({
    baseUrl: `${url}${API_BASE}`,
    getToken: () => token,
    // Calls that fail meanwhile are repeated by their callers.
    onUnauthorized: () => void (again && token !== null && enter().catch(() => undefined)),
    language: () => 'es',
  });
  const body = { username, password, pkg: 'audit' };
  const logIn = async (): Promise<SessionData> => {
    const [, refusal, session] = await api.post('/login/', body, {
      schema: loginAnswer,
      raw: true,
      anonymous: true,
    });
    if (!session) throw new Error(`${username} could not sign in: ${refusal.code}`);
    token = session.token;
    return session;
  };
  const enter = (): Promise<SessionData> => (entering ??= logIn().finally(() => (entering = null)));
  const askTicket = async (): Promise<string> =>
    (await api.post('/users/@me/ticket/', {}, { schema: ticketAnswer })).ticket;
  const session = await enter();
  return {
    session,
    api,
    principal: principalOfProfile(session.user),
    getTicket: () =>
      askTicket().catch(async (error: unknown) => {
        if (!again || !(error instanceof ApiError) || error.status !== 401) throw error;
        await enter();
        return askTicket();
      }),
  };
}
