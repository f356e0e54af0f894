/** Text as a search compares it: without accents, in lower case, the ñ kept apart from the n. */
export const fold = (text: string): string =>
  text
    .toLocaleLowerCase('es')
    .normalize('NFD')
    .replace(/(?!n\u0303)(\p{L})\p{M}+/gu, '$1')
    .normalize('NFC')
    .trim();
