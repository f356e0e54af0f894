import type { Plugin, Rolldown } from 'vite';

/**
 * Tells `before-start.js`, in a block of data in the page, the files of chunks that whoever is signed in needs, so
 * that they are fetched with the first ones and not when the first ones have run.
 * @param modules ends of the names of the modules that the chunks begin with
 */
export function filesAhead(modules: readonly string[]): Plugin {
  return {
    name: 'files-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const wanted = Object.values(bundle)
          .filter((output): output is Rolldown.OutputChunk => output.type === 'chunk')
          .filter(({ facadeModuleId }) => modules.some((name) => facadeModuleId?.endsWith(name)));
        if (wanted.length !== modules.length) this.error(`not all of ${modules.join(', ')} are chunks`);
        const first = filesOf(
          Object.keys(bundle).filter((name) => isEntry(bundle[name])),
          bundle,
        );
        const needed = filesOf(
          wanted.map(({ fileName }) => fileName),
          bundle,
        );
        const files = [...needed].filter((file) => !first.has(file)).map((file) => `/${file}`);
        return [
          {
            tag: 'script',
            attrs: { type: 'text/plain', id: 'files-ahead' },
            children: files.join(' '),
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}

const isEntry = (output: Rolldown.OutputBundle[string] | undefined): boolean =>
  output?.type === 'chunk' && output.isEntry;

/** Chunks, what they import at once, and the style sheets of both. */
function filesOf(
  names: readonly string[],
  bundle: Rolldown.OutputBundle,
  found = new Set<string>(),
): Set<string> {
  for (const name of names) {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== 'chunk') continue;
    found.add(name);
    // What is imported comes first: a sheet may set right what those before it say.
    filesOf(chunk.imports, bundle, found);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
  }
  return found;
}
