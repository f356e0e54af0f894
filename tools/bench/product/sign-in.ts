import {
  loginAnswer,
  principalOfProfile,
  ticketAnswer,
  type Principal,
  type SessionData,
} from '@cotejo/access-contracts';
import { createApiClient, type ApiClient } from '@cotejo/http/client';
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

/** Signs somebody in; without a password, a person of the demo account. */
export async function signIn(url: string, username: string, password = DEMO_PASSWORD): Promise<SignedIn> {
  let token: string | null = null;
  const api = createApiClient({
    baseUrl: `${url}${API_BASE}`,
    getToken: () => token,
    onUnauthorized: () => undefined,
    language: () => 'es',
  });
  const body = { username, password, pkg: 'audit' };
  const [, refusal, session] = await api.post('/login/', body, {
    schema: loginAnswer,
    raw: true,
    anonymous: true,
  });
  if (!session) throw new Error(`${username} could not sign in: ${refusal.code}`);
  token = session.token;
  return {
    session,
    api,
    principal: principalOfProfile(session.user),
    getTicket: async () => (await api.post('/users/@me/ticket/', {}, { schema: ticketAnswer })).ticket,
  };
}
