/**
 * Whether an address is in a list of addresses and ranges; an empty list allows all. IPv4 told as IPv6
 * (`::ffff:10.0.0.7`) counts as IPv4. What is no address is in no range.
 */
export function isAllowedFrom(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true;
  const bits = bitsOf(address);
  return bits !== null && ranges.some((range) => isIn(bits, range));
}

/** An address as people write it: IPv4 told as IPv6 is IPv4, and a zone says nothing to them. */
export function plainAddress(address: string): string {
  const told = address.trim().replace(/%.*$/, '');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(told)?.[1] ?? told;
}

interface Bits {
  readonly width: 32 | 128;
  readonly value: bigint;
}

function isIn({ width, value }: Bits, range: string): boolean {
  const [start = '', length] = range.split('/');
  const of = bitsOf(start);
  if (of === null || of.width !== width) return false;
  const prefix = length === undefined ? width : Number(length);
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > width) return false;
  const rest = BigInt(width - prefix);
  return value >> rest === of.value >> rest;
}

function bitsOf(address: string): Bits | null {
  const told = plainAddress(address);
  const four = fourOf(told);
  if (four !== null) return { width: 32, value: four };
  const six = sixOf(told);
  return six === null ? null : { width: 128, value: six };
}

function fourOf(address: string): bigint | null {
  const parts = address.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return null;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function sixOf(address: string): bigint | null {
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  const four = tail === null ? null : fourOf(tail[2] ?? '');
  if (tail !== null && four === null) return null;
  const text =
    four === null
      ? address
      : `${tail?.[1] ?? ''}${(four >> 16n).toString(16)}:${(four & 0xffffn).toString(16)}`;
  const [head = '', rest, ...more] = text.split('::');
  if (more.length > 0) return null;
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [left, right] = [groups(head), groups(rest ?? '')];
  const missing = 8 - left.length - right.length;
  if (rest === undefined ? missing !== 0 : missing < 1) return null;
  const all = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  if (!all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  return all.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}
