/** Schemes that links may have; others such as `javascript:` stay text. */
const SAFE_ADDRESS = /^(https?:\/\/|mailto:)\S+$/i;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const MAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/;

/** Whether links to this URL are allowed. */
export const isSafeAddress = (address: string): boolean => SAFE_ADDRESS.test(address);

/** Completes a typed URL that lacks its scheme; null if links to it are not allowed. */
export function meantAddress(written: string): string | null {
  const words = written.trim();
  const address = MAIL.test(words) ? `mailto:${words}` : HAS_SCHEME.test(words) ? words : `https://${words}`;
  return isSafeAddress(address) && (address.includes('.') || address.includes('localhost')) ? address : null;
}
