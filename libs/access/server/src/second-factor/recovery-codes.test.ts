import { recoveryCode } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';

describe('recovery codes', () => {
  it('are ten, all different, spelt as the sign-in page takes them', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(recoveryCode.safeParse(code).success).toBe(true);
  });

  it('are told apart by their hashes', () => {
    expect(recoveryCodeHash('aaaa-bbbb-cccc')).toEqual(recoveryCodeHash('aaaa-bbbb-cccc'));
    expect(recoveryCodeHash('aaaa-bbbb-cccc')).not.toEqual(recoveryCodeHash('aaaa-bbbb-cccd'));
  });
});
