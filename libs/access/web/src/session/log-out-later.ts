import { accessCalls } from '@cotejo/access-contracts';
import { ApiError, createApiClient, perform } from '@cotejo/http/client';
import { API_BASE } from '@cotejo/http/contracts';

const EVERY_MS = 5_000;

/** Whether the server may not have taken up what it was told. */
export const isUnheard = (error: ApiError): boolean => error.status === 0 || error.status >= 500;

/**
 * Ends a session that was left while the server could not be reached, as soon as it can. The token is kept in
 * this page's memory alone: once the page is closed, the server's own limits end the session.
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
      // A refusal will do: such a session is over, too.
      if (error instanceof ApiError && isUnheard(error)) return;
    }
    clearInterval(timer);
  };
  const timer = setInterval(() => void attempt(), EVERY_MS);
}
