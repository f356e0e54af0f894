import type { ApiClient } from '@cotejo/http/client';
import type { LiveClient } from '@cotejo/live/client';
import type { Workspace } from '../workspace/workspace.tsx';

export interface GivenWorkspace {
  /** Answers to calls; what a test answers goes to the screen as if its schema had let it through. */
  readonly api?: { readonly [Call in keyof ApiClient]?: (...asked: never[]) => unknown };
  readonly follow?: LiveClient['follow'];
  readonly me?: Partial<Workspace['me']>;
  readonly can?: Workspace['can'];
  readonly people?: Workspace['people'];
}

/** The application around a screen in a test. Whatever is asked and was not given an answer throws, by its name. */
export function givenWorkspace({ api, follow, me, can, people }: GivenWorkspace = {}): Workspace {
  const unasked = (what: string) => () => {
    throw new Error(`nobody expected ${what} to be asked`);
  };
  const calls = ['askAhead', 'headers', 'get', 'getBytes', 'post', 'put', 'delete', 'upload'] as const;
  const silent = Object.fromEntries(calls.map((call) => [call, unasked(`api.${call}`)]));
  const nobody = '00000000-0000-4000-8000-00000000000a';
  return {
    api: { ...silent, ...api } as ApiClient,
    live: {
      follow: follow ?? (() => () => undefined),
      state: 'connecting',
      retryNow: () => undefined,
      close: () => undefined,
    },
    // No room answers here.
    getTicket: () => new Promise(() => undefined),
    me: { id: nobody, accountId: nobody, name: '', initials: '', role: 'leader', isSuperuser: false, ...me },
    can: can ?? (() => true),
    people: people ?? (async () => []),
    registerUnsent: () => () => undefined,
  };
}
