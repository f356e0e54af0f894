import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../canonical-json.ts';

export const SEAL_STREAM = 'log-seals';
export const SEAL_EVENT = 'LogSealed';

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * Signed statement about the whole log at one moment: its first `events` events, in log order, were exactly these.
 * Positions are not part of root and order, so that the seal stays valid after a move to another store.
 */
export const sealSchema = z.strictObject({
  format: z.literal(1),
  storeId: z.string().min(1),
  /** Incarnation of the log when it was sealed, and in it the position of the last event covered. */
  incarnation: z.string().min(1),
  position: z.string().nullable(),
  events: z.number().int().min(0),
  streams: z.number().int().min(0),
  /** Merkle root over the heads of all streams; see `headsRoot`. */
  root: sha256Hex,
  /** Hash over the links of all events in log order; see `OrderHash`. */
  order: sha256Hex,
  /** `sealHash` of the previous seal on the log; null for the first. */
  previous: sha256Hex.nullable(),
  at: z.iso.datetime(),
  /** Fingerprint of the key: hex SHA-256 of `publicKey`. */
  key: sha256Hex,
  /** DER (SPKI) in base64: together with a trusted fingerprint it suffices to verify. */
  publicKey: z.base64(),
  /** Ed25519 over the canonical JSON of all other fields, base64. */
  signature: z.base64(),
});

export type Seal = z.infer<typeof sealSchema>;
export type UnsignedSeal = Omit<Seal, 'key' | 'publicKey' | 'signature'>;

/** Holds the private key and uses it for signing only. */
export interface LogSigner {
  readonly key: string;
  readonly publicKey: string;
  sign(text: string): string;
}

/** A new Ed25519 key as PKCS #8 PEM. */
export function newSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** @throws TypeError when `pem` is not the private half of an Ed25519 key */
export function createLogSigner(pem: string): LogSigner {
  const privateKey = readKey(() => createPrivateKey(pem));
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return {
    key: fingerprintOf(der),
    publicKey: der.toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  };
}

/**
 * Fingerprint of a public key in PEM.
 * @throws TypeError when it is not an Ed25519 key
 */
export function publicKeyFingerprint(pem: string): string {
  return fingerprintOf(readKey(() => createPublicKey(pem)).export({ type: 'spki', format: 'der' }));
}

/** The public half as PEM, for verification outside the product. */
export function publicKeyPem({ publicKey }: Pick<LogSigner, 'publicKey'>): string {
  return publicKeyFrom(publicKey).export({ type: 'spki', format: 'pem' }).toString();
}

export function signSeal(unsigned: UnsignedSeal, signer: LogSigner): Seal {
  const { key, publicKey } = signer;
  const said = { ...unsigned, key, publicKey };
  return { ...said, signature: signer.sign(canonicalJson(said)) };
}

/** True when the signature was made by the private half of the key that the seal names, over these very fields. */
export function isSealGenuine(seal: Seal): boolean {
  const { signature, ...said } = seal;
  try {
    return (
      fingerprintOf(Buffer.from(seal.publicKey, 'base64')) === seal.key &&
      verify(
        null,
        Buffer.from(canonicalJson(said)),
        publicKeyFrom(seal.publicKey),
        Buffer.from(signature, 'base64'),
      )
    );
  } catch {
    return false;
  }
}

/** Hex SHA-256 of the canonical JSON of the whole seal, its signature included. */
export function sealHash(seal: Seal): string {
  return createHash('sha256').update(canonicalJson(seal)).digest('hex');
}

const publicKeyFrom = (der: string): KeyObject =>
  readKey(() => createPublicKey({ key: Buffer.from(der, 'base64'), type: 'spki', format: 'der' }));

function readKey(read: () => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch (cause) {
    throw new TypeError('not a key', { cause });
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('not an Ed25519 key');
  return key;
}

const fingerprintOf = (der: Buffer): string => createHash('sha256').update(der).digest('hex');
