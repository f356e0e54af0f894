import type { Plugin, Rolldown } from 'vite';

const LANGUAGES = ['es', 'en'];

/**
 * Lists in a data block of the page, for `before-start.js`, the files that each page needs, so that they load in
 * parallel with the entry files instead of after these have run. A line is a path (`*` = every page of a signed-in
 * user, `entry` = every page), a language (`*` = any) and files.
 * @param chunks paths of pages by the end of the path of their chunk's first module
 * @param texts paths of pages by the name of a file of texts, without its language
 */
export function filesAhead(
  chunks: Readonly<Record<string, readonly string[]>>,
  texts: Readonly<Record<string, readonly string[]>>,
): Plugin {
  return {
    name: 'files-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const first = filesOf(
          Object.keys(bundle).filter((name) => isEntry(bundle[name])),
          bundle,
        );
        const lines = Object.entries(chunks).flatMap(([module, paths]) => {
          const chunk = chunkOf(module, bundle) ?? this.error(`${module} is in no chunk`);
          const needed = [...filesOf([chunk.fileName], bundle)].filter((file) => !first.has(file));
          return paths.map((path) => [path, '*', ...needed.map((file) => `/${file}`)].join(' '));
        });
        for (const [name, paths] of Object.entries(texts)) {
          for (const language of LANGUAGES) {
            const found = Object.values(bundle).find((output) => output.name === `${name}-${language}`);
            const file = found?.fileName ?? this.error(`no file of texts ${name}-${language}`);
            lines.push(...paths.map((path) => `${path} ${language} /${file}`));
          }
        }
        return [
          {
            tag: 'script',
            attrs: { type: 'text/plain', id: 'files-ahead' },
            children: lines.join('\n'),
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}

/** Chunk that holds a module, given by the end of its path. */
export const chunkOf = (module: string, bundle: Rolldown.OutputBundle): Rolldown.OutputChunk | undefined =>
  Object.values(bundle)
    .filter((output) => output.type === 'chunk')
    .find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)));

const isEntry = (output: Rolldown.OutputBundle[string] | undefined): boolean =>
  output?.type === 'chunk' && output.isEntry;

/** Chunks, their static imports, and the style sheets of both. */
function filesOf(
  names: readonly string[],
  bundle: Rolldown.OutputBundle,
  found = new Set<string>(),
): Set<string> {
  for (const name of names) {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== 'chunk') continue;
    found.add(name);
    // Imports come first: a style sheet may override those before it.
    filesOf(chunk.imports, bundle, found);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
  }
  return found;
}
