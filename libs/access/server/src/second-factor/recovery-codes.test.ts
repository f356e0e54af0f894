import { randomBytes } from 'node:crypto';
import { recoveryCode } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import { newRecoveryCodes, recoveryCodeHash, recoveryCodeHashes, SALT_BYTES } from './recovery-codes.ts';

describe('recovery codes', () => {
  it('are ten, all different, spelt as the sign-in page takes them', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(recoveryCode.safeParse(code).success).toBe(true);
  });

  it('are told apart by their hashes, which need the salt of their set', async () => {
    const [salt, other] = [randomBytes(SALT_BYTES), randomBytes(SALT_BYTES)];
    const hash = await recoveryCodeHash('aaaa-bbbb-cccc', salt);
    expect(await recoveryCodeHash('aaaa-bbbb-cccc', salt)).toEqual(hash);
    expect(await recoveryCodeHash('aaaa-bbbb-cccd', salt)).not.toEqual(hash);
    const elsewhere = await recoveryCodeHash('aaaa-bbbb-cccc', other);
    expect(elsewhere.subarray(SALT_BYTES)).not.toEqual(hash.subarray(SALT_BYTES));
  });

  it('of one set share a salt that no other set has', async () => {
    const saltOf = async () => {
      const [one, two] = await recoveryCodeHashes(['aaaa-bbbb-cccc', 'dddd-eeee-ffff']);
      const salt = one?.subarray(0, SALT_BYTES).toString('hex');
      expect(two?.subarray(0, SALT_BYTES).toString('hex')).toBe(salt);
      return salt;
    };
    expect(await saltOf()).not.toBe(await saltOf());
  });
});
