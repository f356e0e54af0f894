import { randomBytes } from 'node:crypto';
import { SIGN_IN_LIMITS } from '@cotejo/access-contracts';
import { hashRaw } from '@node-rs/argon2';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const GROUPS = 3;
const GROUP_LENGTH = 4;
export const SALT_BYTES = 16;
/** Parameters of the password hash (Argon2): 60 random bits are too few for a fast hash. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A set of recovery codes, 60 random bits each: `abcd-efgh-ijkl`. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: SIGN_IN_LIMITS.recoveryCodes }, newCode);

/** The salt followed by the hash. */
export async function recoveryCodeHash(code: string, salt: Buffer): Promise<Buffer> {
  return Buffer.concat([salt, await hashRaw(code, { ...PARAMETERS, salt })]);
}

/** Hashes of a whole set under one salt, so that checking a code needs one hash instead of ten. */
export async function recoveryCodeHashes(codes: readonly string[]): Promise<readonly Buffer[]> {
  const salt = randomBytes(SALT_BYTES);
  const hashes: Buffer[] = [];
  // Sequentially: each hash needs as much memory as a password's.
  for (const code of codes) hashes.push(await recoveryCodeHash(code, salt));
  return hashes;
}

function newCode(): string {
  // Five bits of each byte: the alphabet has 32 letters, so all are equally likely.
  const letters = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) => ALPHABET[byte & 31]).join('');
  return letters.match(/.{4}/g)?.join('-') ?? '';
}
