import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
/** A household or an office is given at least a /64, and may take any address in it for each attempt. */
const COUNTED_GROUPS = 4;

/** By what attempts from an address are counted: itself, its network of IPv6. */
export function addressKey(ip: string): string {
  const [address = ''] = ip.split('%');
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail);
  const gap = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0');
  const groups = [...before, ...gap, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.slice(0, COUNTED_GROUPS).join(':')}::/64`;
}

const groupsOf = (part: string): readonly string[] => part.split(':').filter((group) => group !== '');
