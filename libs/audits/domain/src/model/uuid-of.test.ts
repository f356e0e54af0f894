import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { uuidOf } from './uuid-of.ts';

describe('an id that follows from a name', () => {
  it('is a UUID, the same for the same name alone', () => {
    const ids = Array.from({ length: 200 }, (_, index) => uuidOf(`name ${index}`));
    for (const id of ids) expect(z.uuid().safeParse(id).success).toBe(true);
    expect(new Set(ids).size).toBe(200);
    expect(uuidOf('ñ/á')).toBe(uuidOf('ñ/á'));
  });
});
