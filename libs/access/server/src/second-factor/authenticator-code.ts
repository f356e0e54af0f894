import { CODE_LENGTH } from '@cotejo/access-contracts';
import { generateSecret, generateURI, verifySync } from 'otplib';

/** Seconds that a code holds, and by how much the clock of a telephone may be off. */
const PERIOD = 30;

/** A new secret for an authenticator app: 160 bits in base32. */
export const newTotpSecret = (): string => generateSecret({ length: 20 });

/** What the QR code says: whose it is, and the secret. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  generateURI({ secret, issuer, label });

/**
 * The step (30 s since 1970) of which the code is, or null when it is of none near now (RFC 6238). A code of
 * `lastStep` or before is refused: each opens something once.
 */
export function stepOfCode(secret: string, code: string, now: Date, lastStep: number): number | null {
  if (code.length !== CODE_LENGTH) return null;
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: PERIOD,
    ...(lastStep > 0 && { afterTimeStep: lastStep }),
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
