/** No other address is followed: `javascript:` and the like are words. */
const SAFE_ADDRESS = /^(https?:\/\/|mailto:)\S+$/i;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const MAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/;

/** Whether a page may lead there. */
export const isSafeAddress = (address: string): boolean => SAFE_ADDRESS.test(address);

/** The address that somebody meant who left out how it begins; null when it is none that a page may lead to. */
export function meantAddress(written: string): string | null {
  const words = written.trim();
  const address = MAIL.test(words) ? `mailto:${words}` : HAS_SCHEME.test(words) ? words : `https://${words}`;
  return isSafeAddress(address) && (address.includes('.') || address.includes('localhost')) ? address : null;
}
