import { TELEMETRY } from '@cotejo/access-contracts';

/** User names are compared without case, and whichever way their accents were typed. */
export const normalizedUsername = (username: string): string =>
  username.trim().normalize('NFKC').toLowerCase();

/** Letters, digits, point, hyphen, underscore and at sign; begins with a letter or a digit. At most 254. */
export const isUsername = (username: string): boolean =>
  /^[\p{L}\p{N}][\p{L}\p{N}._@-]{1,253}$/u.test(normalizedUsername(username));

/** The form in which e-mails are compared. */
export const normalizedEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

/**
 * A user name for somebody new, from the names: `ana.gil`, and `ana.gil2` when that is taken. Of the
 * e-mail where the names have no letter that a name may hold.
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

/** Letters for an avatar: of the first name and the first surname, "Óscar Benítez" → "OB". */
export function initialsOf(firstName: string, lastName: string): string {
  return [firstName, lastName]
    .map((name) => [...withoutAccents(name.trim())][0] ?? '')
    .join('')
    .toUpperCase();
}

/** A person's id as a collector may hold it: without commas, semicolons, equals signs, blanks and bars. */
export const telemetryId = (id: string): string => id.replace(TELEMETRY.unsafeInUserId, '');

/** `m•••@firma.com`: enough for its owner to know it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '•••' : `${[...email][0] ?? ''}•••${email.slice(at)}`;
}

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
const plain = (text: string): string =>
  withoutAccents(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
