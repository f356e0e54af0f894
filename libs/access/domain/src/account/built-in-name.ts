/** Form in which similar names are equal: lower case without accents, with ñ kept distinct from n. */
const glance = (name: string): string =>
  name
    .toLocaleLowerCase('es')
    .normalize('NFD')
    .replace(/(?!n\u0303)(\p{L})\p{M}+/gu, '$1')
    .normalize('NFC')
    .trim();

/**
 * Whether a name equals one of these built-in role names, or half of it ("Gerente" of "Gerente o director"): with
 * indistinguishable names, users would be given the wrong role.
 */
export function isBuiltInName(name: string, builtIn: readonly string[]): boolean {
  const wanted = glance(name);
  return builtIn.some((whole) =>
    [whole, ...whole.split(/ (?:o|or) /)].some((each) => glance(each) === wanted),
  );
}
