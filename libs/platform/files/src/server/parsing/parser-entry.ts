import { existsSync } from 'node:fs';

/**
 * URL of the entry file of a child process: beside the importing source, or in the bundle's root, one level above.
 * @param name file name without extension
 * @param asking `import.meta.url` of the importing source
 */
export function parserEntry(name: string, asking: string): URL {
  const places = [`./${name}.ts`, `./${name}.js`, `../${name}.js`];
  const found = places.map((place) => new URL(place, asking)).find((url) => existsSync(url));
  if (!found) throw new Error(`the thread ${name} is not there`);
  return found;
}
