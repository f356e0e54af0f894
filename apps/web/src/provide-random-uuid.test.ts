import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { provideRandomUuid } from './provide-random-uuid.ts';

describe('ids where the browser makes none', () => {
  it('are random UUIDs of version 4', () => {
    const crypto: Pick<Crypto, 'getRandomValues'> & Partial<Crypto> = {
      getRandomValues: webcrypto.getRandomValues.bind(webcrypto) as Crypto['getRandomValues'],
    };
    provideRandomUuid(crypto);
    const made = Array.from({ length: 1_000 }, () => crypto.randomUUID?.());
    for (const id of made) expect(z.uuidv4().safeParse(id).success).toBe(true);
    expect(new Set(made).size).toBe(1_000);
  });

  it('leave a browser that makes them as it is', () => {
    const own = (): `${string}-${string}-${string}-${string}-${string}` => 'a-b-c-d-e';
    const crypto = { getRandomValues: <T>(array: T): T => array, randomUUID: own };
    provideRandomUuid(crypto);
    expect(crypto.randomUUID).toBe(own);
  });
});
