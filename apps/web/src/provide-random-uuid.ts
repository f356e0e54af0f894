/**
 * Browsers provide `crypto.randomUUID` in secure contexts only, which an office server at `http://…` is not.
 * `getRandomValues` exists everywhere: UUIDs are built from it (RFC 9562, version 4).
 */
export function provideRandomUuid(target: Pick<Crypto, 'getRandomValues'> & Partial<Crypto>): void {
  if (target.randomUUID) return;
  Object.defineProperty(target, 'randomUUID', {
    configurable: true,
    value: (): string => {
      const bytes = target.getRandomValues(new Uint8Array(16));
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
      return [8, 12, 16, 20].reduceRight((text, at) => `${text.slice(0, at)}-${text.slice(at)}`, hex);
    },
  });
}
