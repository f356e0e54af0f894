import type { UserId } from '@cotejo/access-contracts';
import type { Signature } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { marksOf } from './signatures-of.ts';

const [LAURA, OSCAR, ANDRES] = ['laura', 'oscar', 'andres'] as unknown as UserId[];
const mark = (of: Signature['mark'], by = LAURA): Signature => ({
  mark: of,
  by: by as UserId,
  at: '2026-11-12T15:00:00.000Z',
  version: 3,
});

describe('the marks under an item', () => {
  it('are those of everybody who completed it and who reviewed it', () => {
    const signatures = [mark('completed'), mark('completed', OSCAR), mark('reviewed', ANDRES)];
    expect(marksOf({ signatures })).toEqual({ completers: [LAURA, OSCAR], reviewers: [ANDRES] });
  });

  it.each([
    [undefined, false],
    [[mark('reviewed')], false],
    [[mark('completed')], true],
  ])('%j completed: %s', (signatures, expected) => {
    expect(marksOf(signatures ? { signatures } : {}).completers.length > 0).toBe(expected);
  });
});
