import { accessCalls } from '@cotejo/access-contracts';
import { ApiError, createApiClient, perform } from '@cotejo/http/client';
import { API_BASE } from '@cotejo/http/contracts';

const EVERY_MS = 5_000;

/** Whether a failed request may not have reached the server, or not been processed. */
export const isUnheard = (error: ApiError): boolean => error.status === 0 || error.status >= 500;

/**
 * Retries the logout of a session that ended while the server was unreachable. The token is kept in this page's memory
 * only: once the page is closed, the server's session limits apply.
 */
export function logOutLater(token: string, language: () => string): void {
  const api = createApiClient({
    baseUrl: API_BASE,
    getToken: () => token,
    onUnauthorized: () => undefined,
    language,
  });
  const attempt = async () => {
    try {
      await perform(api, accessCalls.signIn.logout, {});
    } catch (error) {
      // A refusal also means that the session has ended.
      if (error instanceof ApiError && isUnheard(error)) return;
    }
    clearInterval(timer);
  };
  const timer = setInterval(() => void attempt(), EVERY_MS);
}
