import { TELEMETRY } from '@cotejo/access-contracts';

/** User names are compared without case, and in one Unicode normal form. */
export const normalizedUsername = (username: string): string =>
  username.trim().normalize('NFKC').toLowerCase();

/** Letters, digits, point, hyphen, underscore and at sign; begins with a letter or a digit. At most 254 characters. */
export const isUsername = (username: string): boolean =>
  /^[\p{L}\p{N}][\p{L}\p{N}._@-]{1,253}$/u.test(normalizedUsername(username));

/** Form in which e-mail addresses are compared. */
export const normalizedEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

/**
 * Suggests a free user name from the names: `ana.gil`, or `ana.gil2` if that is taken. From the e-mail address if the
 * names contain no usable letters.
 */
export function suggestUsername(
  person: { readonly firstName: string; readonly lastName: string; readonly email: string },
  isTaken: (username: string) => boolean,
): string {
  const [first, last] = [person.firstName, person.lastName].map((name) =>
    plain(name.trim().split(/\s+/)[0] ?? ''),
  );
  const words = [first, last].filter((word) => word !== '');
  const base = words.length > 0 ? words.join('.') : plain(person.email.split('@')[0] ?? '') || 'persona';
  const start = [...base].length > 1 ? base : `${base}.${base}`;
  for (let number = 1; ; number++) {
    const name = number === 1 ? start : `${start}${number}`;
    if (!isTaken(name)) return name;
  }
}

/** Initials for an avatar: of the first name and the first surname, "Óscar Benítez" → "OB". */
export function initialsOf(firstName: string, lastName: string): string {
  return [firstName, lastName]
    .map((name) => [...withoutAccents(name.trim())][0] ?? '')
    .join('')
    .toUpperCase();
}

/**
 * User id without the characters that the telemetry protocol can't carry: commas, semicolons, equals signs, blanks and
 * bars.
 */
export const telemetryId = (id: string): string => id.replace(TELEMETRY.unsafeInUserId, '');

/** `m•••@firma.com`: enough for the user to recognise the address. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '•••' : `${[...email][0] ?? ''}•••${email.slice(at)}`;
}

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
const plain = (text: string): string =>
  withoutAccents(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
