import { isIP, isIPv4 } from 'node:net';

/** Express' names for address ranges. */
const RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);
const IPV4_BITS = 32;
const IPV6_BITS = 128;

/** Whether Express' `trust proxy` accepts this list of addresses, CIDR networks and range names. */
export function areProxies(text: string): boolean {
  return text.split(',').every((part) => isProxy(part.trim()));
}

function isProxy(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  if (RANGES.has(text)) return true;
  if (isIP(address) === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv4(address) ? IPV4_BITS : IPV6_BITS);
}
