import ipaddr from 'ipaddr.js';

/**
 * Whether an address is in a list of addresses and ranges; an empty list allows all. IPv4 mapped into IPv6
 * (`::ffff:10.0.0.7`) counts as IPv4. An invalid address is in no range.
 */
export function isAllowedFrom(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true;
  const asked = parseAddress(address);
  return asked !== null && ranges.some((range) => isIn(asked, range));
}

/** Canonical form of an address: IPv4 mapped into IPv6 becomes IPv4, and an IPv6 zone is removed. */
export function plainAddress(address: string): string {
  const plain = address.trim().replace(/%.*$/, '');
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1] ?? plain;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function isIn(asked: Address, range: string): boolean {
  const [start = '', length] = range.split('/');
  const from = parseAddress(start);
  if (from === null || from.kind() !== asked.kind()) return false;
  const width = asked.kind() === 'ipv4' ? 32 : 128;
  const prefix = length === undefined ? width : Number(length);
  return Number.isInteger(prefix) && prefix >= 0 && prefix <= width && asked.match(from, prefix);
}

/** Null for invalid addresses. The library alone would also accept `10.1` and `0x0a000001`, as inet_aton does. */
export function parseAddress(address: string): Address | null {
  const plain = plainAddress(address);
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(plain) || ipaddr.IPv6.isValid(plain);
  return isAddress ? ipaddr.process(plain) : null;
}
