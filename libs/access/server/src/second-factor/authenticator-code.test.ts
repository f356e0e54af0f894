import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import { newTotpSecret, stepOfCode, totpUri } from './authenticator-code.ts';

/** RFC 6238, appendix B: the ASCII secret 12345678901234567890, its codes cut to six digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s is %s', (seconds, code) => {
    expect(stepOfCode(SECRET, code, new Date(seconds * 1000), 0)).toBe(Math.floor(seconds / 30));
  });

  const at = (step: number): string => generateSync({ secret: SECRET, epoch: step * 30 });
  const noon = new Date('2026-03-01T12:00:00Z');
  const step = noon.getTime() / 30_000;

  it.each([
    [step - 2, false],
    [step - 1, true],
    [step, true],
    [step + 1, true],
    [step + 2, false],
  ])('of step %i holds at noon: %s', (of, holds) => {
    expect(stepOfCode(SECRET, at(of), noon, 0) !== null).toBe(holds);
  });

  it('holds once, and none before it holds after it', () => {
    expect(stepOfCode(SECRET, at(step), noon, step - 1)).toBe(step);
    expect(stepOfCode(SECRET, at(step), noon, step)).toBeNull();
    expect(stepOfCode(SECRET, at(step - 1), noon, step)).toBeNull();
    expect(stepOfCode(SECRET, at(step + 1), noon, step)).toBe(step + 1);
  });

  it('is of a secret that an app reads from its address', () => {
    const secret = newTotpSecret();
    const uri = new URL(totpUri(secret, 'Cotejo', 'ana.gil'));
    expect(uri.protocol).toBe('otpauth:');
    expect(uri.searchParams.get('secret')).toBe(secret);
    expect(uri.searchParams.get('issuer')).toBe('Cotejo');
  });
});
