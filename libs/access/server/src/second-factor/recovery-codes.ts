import { createHash, randomBytes } from 'node:crypto';
import { SIGN_IN_LIMITS } from '@cotejo/access-contracts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** A set of recovery codes, 60 random bits each: `abcd-efgh-ijkl`. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: SIGN_IN_LIMITS.recoveryCodes }, newCode);

/** So many bits need no salt and no slow hash. */
export const recoveryCodeHash = (code: string): Buffer => createHash('sha256').update(code).digest();

function newCode(): string {
  // Five bits of each byte: the alphabet has 32 letters, none more likely than another.
  const letters = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET[byte & 31]).join('');
  return letters.match(/.{4}/g)?.join('-') ?? '';
}
