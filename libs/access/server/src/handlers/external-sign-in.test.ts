import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { externalHandlers } from './external-sign-in.ts';
import type { Served } from './served.ts';

/** Cookie and location of the redirect to the directory. */
async function begin(isEncrypted: boolean, headers: Request['headers'] = {}) {
  const access = {
    signIn: { countNameCheck: () => undefined },
    external: {
      isEncrypted,
      start: () => Promise.resolve({ location: 'https://directory.example/authorize', cookie: 'secreto' }),
    },
  } as unknown as Served['access'];
  const cookies: (readonly [string, object])[] = [];
  const locations: string[] = [];
  const response = {
    cookie: (name: string, value: string, options: object) => cookies.push([`${name}=${value}`, options]),
    redirect: (_: number, location: string) => locations.push(location),
  };
  const { start } = externalHandlers({ access, texts: {} as Served['texts'] });
  const asked = { params: { method: 'azure_ad' }, query: { pkg: 'audit' }, request: { headers }, response };
  await start(asked as unknown as Parameters<typeof start>[0]);
  const [[cookie, options] = [null, null]] = cookies;
  return { cookie, options, locations };
}

describe('the cookie of signing in elsewhere', () => {
  it('is of this host alone, over https alone, and no script reads it', async () => {
    const { cookie, options } = await begin(true);
    expect(cookie).toBe('__Host-cotejo_external=secreto');
    expect(options).toEqual({ httpOnly: true, sameSite: 'lax', secure: true, path: '/', maxAge: 600_000 });
  });

  it('has a plain name on a machine without encryption, where browsers keep no other', async () => {
    const { cookie, options } = await begin(false);
    expect(cookie).toBe('cotejo_external=secreto');
    expect(options).toMatchObject({ httpOnly: true, sameSite: 'lax', secure: false });
  });
});

describe('the way to a directory', () => {
  it.each(['same-origin', 'none'])('is open to a person who takes it: %s', async (from) => {
    const { locations, cookie } = await begin(true, { 'sec-fetch-site': from });
    expect(locations).toEqual(['https://directory.example/authorize']);
    expect(cookie).not.toBeNull();
  });

  it.each(['cross-site', 'same-site'])('is none for a page from elsewhere: %s', async (from) => {
    const { locations, cookie } = await begin(true, { 'sec-fetch-site': from });
    expect(locations).toEqual(['/login/']);
    expect(cookie).toBeNull();
  });
});
