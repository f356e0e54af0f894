import { parseAddress } from './allowed-addresses.ts';

/**
 * IPv6 groups that count (/64): a household or office gets at least a /64, and may use a new address for each attempt.
 */
const COUNTED_GROUPS = 4;

/** Key for counting attempts from an address: the IPv4 address, or the /64 network of an IPv6 one. */
export function addressKey(ip: string): string {
  const address = parseAddress(ip);
  if (address === null) return ip;
  if (!('parts' in address)) return address.toString();
  const network = address.parts.slice(0, COUNTED_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
