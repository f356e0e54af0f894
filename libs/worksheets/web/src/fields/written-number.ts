import type { Language } from '@cotejo/i18n';

const SEPARATORS = {
  es: { thousands: '.', decimal: ',' },
  en: { thousands: ',', decimal: '.' },
} as const;

const NUMBER = /^\d+(\.\d+)?$/;

/**
 * Parses a localized number into plain digits with a decimal point: "128.500.000,5" → "128500000.5" in
 * Spanish. Null if it is no number. Strings only: an amount must not become a float. A lone thousands
 * separator counts as one only before exactly three digits.
 */
export function readNumber(text: string, language: Language): string | null {
  const { thousands, decimal } = SEPARATORS[language];
  const bare = text.replaceAll(/[\s\u00a0\u202f%]/g, '');
  const [whole = '', ...rest] = bare.split(decimal);
  if (rest.length > 1) return null;
  const groups = whole.split(thousands);
  const isGrouped = groups.length > 1 && groups.slice(1).every((group) => /^\d{3}$/.test(group));
  const digits = isGrouped
    ? groups.join('')
    : groups.length === 2 && rest.length === 0
      ? groups.join('.')
      : whole;
  const written = rest.length === 1 && rest[0] !== '' ? `${digits}.${rest[0]}` : digits;
  return NUMBER.test(written) ? written.replace(/^0+(?=\d)/, '') : null;
}

/** Formats plain digits for display, with all their decimals. */
export function showNumber(digits: string, language: Language): string {
  const { thousands, decimal } = SEPARATORS[language];
  const [whole = '', fraction] = digits.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, thousands);
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
}
