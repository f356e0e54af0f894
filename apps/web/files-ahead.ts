import type { Plugin, Rolldown } from 'vite';

/**
 * Lists in a data block of the page, for `before-start.js`, the files that each page of a signed-in user needs, so
 * that they load in parallel with the entry files instead of after these have run. A line is a path (`*` = every
 * page) and its files.
 * @param chunks paths of pages by the suffix of their chunk's entry module
 */
export function filesAhead(chunks: Readonly<Record<string, readonly string[]>>): Plugin {
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
          const chunk = Object.values(bundle).find(
            (output) => output.type === 'chunk' && output.facadeModuleId?.endsWith(`/${module}`),
          );
          if (!chunk) return this.error(`${module} begins no chunk`);
          const needed = [...filesOf([chunk.fileName], bundle)].filter((file) => !first.has(file));
          return paths.map((path) => [path, ...needed.map((file) => `/${file}`)].join(' '));
        });
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
