/** As two names look alike at a glance: without accents, in lower case, the ñ kept apart from the n. */
const glance = (name: string): string =>
  name
    .toLocaleLowerCase('es')
    .normalize('NFD')
    .replace(/(?!n\u0303)(\p{L})\p{M}+/gu, '$1')
    .normalize('NFC')
    .trim();

/**
 * Whether one of these built-in roles is called so, or by half of its name ("Gerente" of "Gerente o director"): of
 * two roles that nobody tells apart, the wrong one is given.
 */
export function isBuiltInName(name: string, builtIn: readonly string[]): boolean {
  const wanted = glance(name);
  return builtIn.some((whole) =>
    [whole, ...whole.split(/ (?:o|or) /)].some((each) => glance(each) === wanted),
  );
}
