import { CODE_LENGTH } from '@cotejo/access-contracts';
import { generateSecret, generateURI, verifySync } from 'otplib';

/** Seconds of a time step, and the tolerated clock difference of a phone. */
const PERIOD = 30;

/** A new secret for an authenticator app: 160 bits in base32. */
export const newTotpSecret = (): string => generateSecret({ length: 20 });

/** Content of the QR code: issuer, user and secret. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  generateURI({ secret, issuer, label });

/**
 * Time step (30 s since 1970) of a code, or null when it matches none near now (RFC 6238). Codes of `lastStep` or
 * earlier are refused: each code can be used once.
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
