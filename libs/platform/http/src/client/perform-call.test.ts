import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../contracts.ts';
import type { ApiClient } from './api-client.ts';
import { perform } from './perform-call.ts';

/** An API client that records its calls. */
function echo(): { readonly api: ApiClient; readonly asked: unknown[][] } {
  const asked: unknown[][] = [];
  const answer = (method: string) =>
    (async (...parts: unknown[]) => {
      asked.push([method, ...parts]);
      return 'answer';
    }) as never;
  const api: ApiClient = {
    get: answer('get'),
    askAhead: () => undefined,
    headers: () => ({}),
    getBytes: answer('bytes'),
    post: answer('post'),
    put: answer('put'),
    delete: answer('delete'),
    upload: answer('upload'),
  };
  return { api, asked };
}

const data = z.object({ name: z.string() });
const signedIn = { kind: 'authenticated' } as const;

describe('asking for a declared call', () => {
  it('fills in the path, and sends body and key', async () => {
    const call = defineCall({
      method: 'PUT',
      path: '/things/:id/',
      policy: signedIn,
      reach: 'account',
      params: z.object({ id: z.string() }),
      body: z.object({ name: z.string() }),
      data,
    });
    const { api, asked } = echo();
    const answer = await perform(
      api,
      call,
      { params: { id: 'a/b' }, body: { name: 'pan' } },
      { idempotencyKey: 'k' },
    );
    expect(answer).toBe('answer');
    expect(asked).toEqual([
      ['put', '/things/a%2Fb/', { name: 'pan' }, { schema: data, idempotencyKey: 'k' }],
    ]);
  });

  it('sends a query, and no token where the call is declared so', async () => {
    const call = defineCall({
      method: 'GET',
      path: '/open/',
      policy: { kind: 'public' },
      reach: 'none',
      query: z.object({ q: z.string() }),
      data,
      raw: true,
      anonymous: true,
    });
    const { api, asked } = echo();
    await perform(api, call, { query: { q: 'x' } });
    expect(asked).toEqual([
      ['get', '/open/', { schema: data, query: { q: 'x' }, raw: true, anonymous: true }],
    ]);
  });

  it('says who asks also where nobody need be signed in', async () => {
    const call = defineCall({
      method: 'POST',
      path: '/report/',
      policy: { kind: 'public' },
      reach: 'none',
      data,
    });
    const { api, asked } = echo();
    await perform(api, call, {});
    expect(asked).toEqual([['post', '/report/', {}, { schema: data }]]);
  });

  it('refuses a path that lacks an id', () => {
    const call = defineCall({
      method: 'DELETE',
      path: '/things/:id/',
      policy: signedIn,
      reach: 'account',
      data,
    });
    expect(() => perform(echo().api, call, {})).toThrow('lacks "id"');
  });
});
