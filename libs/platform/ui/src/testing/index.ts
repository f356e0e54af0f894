export { GivenAddress } from './given-address.tsx';
import type { ApiClient } from '@cotejo/http/client';
import type { LiveClient } from '@cotejo/live/client';
import type { Workspace } from '../workspace/workspace.tsx';

export interface GivenWorkspace {
  /** Answers to calls; they bypass the schemas. */
  readonly api?: { readonly [Call in keyof ApiClient]?: (...asked: never[]) => unknown };
  readonly follow?: LiveClient['follow'];
  readonly me?: Partial<Workspace['me']>;
  readonly can?: Workspace['can'];
  readonly people?: Workspace['people'];
}

/** Workspace for tests of a screen. Unstubbed functions throw with their name. */
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
    // Tests have no rooms.
    getTicket: () => new Promise(() => undefined),
    me: { id: nobody, accountId: nobody, name: '', initials: '', role: 'leader', isSuperuser: false, ...me },
    can: can ?? (() => true),
    people: people ?? (async () => []),
    registerUnsent: () => () => undefined,
  };
}

/** Room for rows, which are drawn where they are in sight: jsdom lays nothing out. Returns how to take it away. */
export function giveRoom(): () => void {
  const sizes = { clientHeight: 600, clientWidth: 900 } as const;
  const names = Object.keys(sizes) as (keyof typeof sizes)[];
  const own = names.map((name) => Object.getOwnPropertyDescriptor(Element.prototype, name) ?? {});
  for (const name of names)
    Object.defineProperty(Element.prototype, name, { configurable: true, get: () => sizes[name] });
  return () => names.forEach((name, at) => Object.defineProperty(Element.prototype, name, own[at] ?? {}));
}
