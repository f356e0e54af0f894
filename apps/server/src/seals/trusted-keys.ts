import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Fingerprints of trusted keys, one a line. The first key is added when it is created; later ones by a person
 * after comparison: `npm run log -- trust <fingerprint>`.
 */
const FILE = 'trusted-log-keys.txt';
const FINGERPRINT = /^[0-9a-f]{64}$/;

export const isFingerprint = (text: string): boolean => FINGERPRINT.test(text);

/** Null if no key was ever trusted. */
export async function readTrustedKeys(dataDir: string): Promise<readonly string[] | null> {
  try {
    const text = await readFile(join(dataDir, 'keys', FILE), 'utf8');
    return text.split(/\s+/).filter(isFingerprint);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

export async function trustKey(dataDir: string, fingerprint: string): Promise<void> {
  if ((await readTrustedKeys(dataDir))?.includes(fingerprint)) return;
  await mkdir(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  const handle = await open(join(dataDir, 'keys', FILE), 'a', 0o600);
  try {
    await handle.writeFile(`${fingerprint}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
