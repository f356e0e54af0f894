import { userId } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { repeatableId } from './repeatable-id.ts';

const [ana, eva] = ['1', '2'].map((digit) => userId.parse(`00000000-0000-4000-8000-00000000000${digit}`));

describe('an id that a repeated call finds again', () => {
  it('is a UUID, the same for the same call of the same person', () => {
    if (ana === undefined || eva === undefined) throw new Error('nobody');
    const id = repeatableId('person', ana, 'key');
    expect(z.uuid().parse(id)).toBe(repeatableId('person', ana, 'key'));
    const others = [
      repeatableId('account', ana, 'key'),
      repeatableId('person', eva, 'key'),
      repeatableId('person', ana, 'another'),
      repeatableId('person', ana, undefined),
      repeatableId('person', ana, undefined),
    ];
    expect(new Set([id, ...others]).size).toBe(6);
  });
});
