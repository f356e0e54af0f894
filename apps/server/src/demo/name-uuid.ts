import { createHash } from 'node:crypto';

const NAMESPACE = 'c07e70de-30a5-4f0e-8d9c-5c1f6a1b0e11';

/** The same UUID (version 5, RFC 9562) for the same name, so that the demo has the same addresses everywhere. */
export function demoId(name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(NAMESPACE.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
