/** Folds a text for search: lower case without accents, except that ñ stays distinct from n. */
export const fold = (text: string): string =>
  text
    .toLocaleLowerCase('es')
    .normalize('NFD')
    .replace(/(?!n\u0303)(\p{L})\p{M}+/gu, '$1')
    .normalize('NFC')
    .trim();
