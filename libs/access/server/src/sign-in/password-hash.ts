import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP password storage: argon2id (the library's default), 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> =>
  hash(password.normalize('NFKC'), PARAMETERS);

/** Stands in for people who do not exist, so that a refusal takes as long for them. */
const nobody = hashPassword(crypto.randomUUID());
nobody.catch(() => undefined);

/** Fingerprint of a hash: while it is unchanged, the password is the one that was verified. */
export const proofOf = (passwordHash: string): string =>
  createHash('sha256').update(passwordHash).digest('base64url');

/** Whether the password matches the hash; a null hash is always false, after the same work. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobody), password.normalize('NFKC'));
  return passwordHash !== null && matches;
}
