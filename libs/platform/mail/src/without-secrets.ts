/** Stands where a link or a code was. */
const CUT = '•••';

/** The text without its links and codes, the longest first: one may be a part of another. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return [...secrets]
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, CUT), text);
}
