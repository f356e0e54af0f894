import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSecret, sealSecret } from './seal-secret.ts';

const key = randomBytes(32);

describe('a sealed secret', () => {
  it('opens with its key, for its owner', () => {
    const sealed = sealSecret(key, 'ana', 'JBSWY3DPEHPK3PXP');
    expect(openSecret(key, 'ana', sealed)).toBe('JBSWY3DPEHPK3PXP');
    expect(sealed.toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP');
  });

  it('differs each time', () => {
    expect(sealSecret(key, 'ana', 'x').equals(sealSecret(key, 'ana', 'x'))).toBe(false);
  });

  it('opens neither for another owner, nor with another key, nor changed', () => {
    const sealed = sealSecret(key, 'ana', 'JBSWY3DPEHPK3PXP');
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(() => openSecret(key, 'leo', sealed)).toThrow();
    expect(() => openSecret(randomBytes(32), 'ana', sealed)).toThrow();
    expect(() => openSecret(key, 'ana', changed)).toThrow();
  });
});
