import {
  loginAnswer,
  principalOfProfile,
  ticketAnswer,
  type Principal,
  type SessionData,
} from '@cotejo/access-contracts';
import { ApiError, createApiClient, type ApiClient } from '@cotejo/http/client';
import { API_BASE } from '@cotejo/http/contracts';

/** Password of every person of the demo account, which is where benches work. */
export const DEMO_PASSWORD = 'Cotejo-demo-2026';

/** Somebody signed in, as their browser would be. */
export interface SignedIn {
  readonly session: SessionData;
  readonly principal: Principal;
  readonly api: ApiClient;
  getTicket(): Promise<string>;
}

export interface SignInOptions {
  /** The demo account's where absent. */
  readonly password?: string;
  /** Signs in again when the session ends, as people do; a bench, to which that must not happen, fails instead. */
  readonly again?: boolean;
}

/** Signs a person in, by default one of the demo account. */
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
    // A call that cannot wait for it is repeated by its caller.
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
