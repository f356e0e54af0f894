import { existsSync } from 'node:fs';

/**
 * Where the code of a parser's thread lies: beside the source that asks, or with the product's bundle, of which that
 * source may be a part in a folder of its own.
 * @param name of its file, without its extension
 * @param asking `import.meta.url` of the source that asks
 */
export function parserEntry(name: string, asking: string): URL {
  const places = [`./${name}.ts`, `./${name}.js`, `../${name}.js`];
  const found = places.map((place) => new URL(place, asking)).find((url) => existsSync(url));
  if (!found) throw new Error(`the thread ${name} is not there`);
  return found;
}
