import { shellCalls, type errorReportBody, type UserProfile } from '@cotejo/access-contracts';
import { sessionAtom, useSession } from '@cotejo/access-web';
import { ApiError, perform, type ApiClient } from '@cotejo/http/client';
import type { CrashReporter } from '@cotejo/ui';
import { useStore, type createStore } from 'jotai';
import { useMemo } from 'react';
import type { z } from 'zod';

type Report = z.input<typeof errorReportBody>;

export interface CrashContext {
  readonly url: string;
  readonly user: Pick<UserProfile, 'id'> | null;
  /** User agent of the browser. */
  readonly env: string;
}

/** Limits of the server, in characters. */
const LONGEST = { text: 20_000, url: 2000, env: 200 } as const;

/** Network failures, and requests that the server rejected as invalid, are not faults of the page. */
function isReported(error: unknown): boolean {
  if (error instanceof ApiError) return error.status !== 0 && error.status !== 400;
  // Failed dynamic imports: browsers report them as TypeErrors with differing messages.
  return !(error instanceof TypeError && /fetch|load failed|import(ing|ed)|network/i.test(error.message));
}

/** Report of a crash; null if it is not reported. */
export function crashReport(
  error: unknown,
  componentStack: string | null | undefined,
  { url, user, env }: CrashContext,
): Report | null {
  if (!isReported(error)) return null;
  const words = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  return {
    error: words.slice(0, LONGEST.text),
    errorInfo: componentStack?.slice(0, LONGEST.text) ?? null,
    // Query and hash are dropped, because they may contain search terms.
    url: url.split(/[?#]/)[0]?.slice(0, LONGEST.url) ?? '',
    user: user?.id ?? null,
    env: env.slice(0, LONGEST.env),
  };
}

/** Reports crashes to the server; failed reports are dropped. */
export const crashReporter =
  (api: ApiClient, store: ReturnType<typeof createStore>): CrashReporter =>
  (fault, { componentStack }) => {
    const session = store.get(sessionAtom);
    const body = crashReport(fault, componentStack, {
      url: location.href,
      user: session.status === 'signed-in' ? session.user : null,
      env: navigator.userAgent,
    });
    if (body !== null) perform(api, shellCalls.errorReport, { body }).catch(() => undefined);
  };

export function useCrashReporter(): CrashReporter {
  const { api } = useSession();
  const store = useStore();
  return useMemo(() => crashReporter(api, store), [api, store]);
}
