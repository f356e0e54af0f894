import { readFile } from 'node:fs/promises';
import { publicKeyFingerprint } from '@cotejo/event-store/archive';
import type { Configuration } from '../../configuration/configuration.ts';
import { isFingerprint, readTrustedKeys } from '../../seals/trusted-keys.ts';
import { words } from '../../terminal/words.ts';
import { UsageError } from '../command.ts';

/** Fingerprints named with `--key` (or of the named PEM files), else the trusted ones of the data folder. */
export async function keysToTrust(
  named: readonly string[] | undefined,
  { dataDir }: Configuration,
): Promise<readonly string[]> {
  if (named === undefined) return (await readTrustedKeys(dataDir)) ?? [];
  return Promise.all(named.map((name) => fingerprintOf(name)));
}

/** @throws UsageError for a name that is neither a fingerprint nor the file of a public key */
export async function fingerprintOf(name: string): Promise<string> {
  const typed = name.toLowerCase().replaceAll(/[\s:]/g, '');
  if (isFingerprint(typed)) return typed;
  try {
    return publicKeyFingerprint(await readFile(name, 'utf8'));
  } catch {
    throw new UsageError(words('log.no_key', { key: name }));
  }
}
