import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { chunkOf } from './files-ahead.ts';

/** Budget of a screen: what a browser loads before it shows its content. */
interface Budget {
  /** Ends of paths of its chunks' first modules; the page's entry always counts, too. */
  readonly chunks: readonly string[];
  /** Files of texts, without their language. */
  readonly texts: readonly string[];
  /** Compressed script, in thousands of bytes. */
  readonly kilobytes: number;
}

const APPLICATION = 'application.tsx';
const WORKSPACE = 'workspace-area.tsx';

/** Texts are loaded in one language; Spanish ones are longer. */
const LANGUAGE = 'es';
const ALL_TEXTS = ['texts', 'texts-audits'];

/** Slightly above the last measurement; raise a budget only for content that users see. */
const BUDGETS: Readonly<Record<string, Budget>> = {
  'sign-in': { chunks: [], texts: ['texts'], kilobytes: 130 },
  list: { chunks: [APPLICATION, WORKSPACE, 'home-chunk.tsx'], texts: ALL_TEXTS, kilobytes: 482 },
  plan: { chunks: [APPLICATION, WORKSPACE, 'plan-chunk.tsx'], texts: ALL_TEXTS, kilobytes: 545 },
  evaluations: {
    chunks: [APPLICATION, WORKSPACE, 'evaluations-chunk.tsx'],
    texts: ALL_TEXTS,
    kilobytes: 472,
  },
  trash: { chunks: [APPLICATION, WORKSPACE, 'trash-chunk.tsx'], texts: ALL_TEXTS, kilobytes: 453 },
};

const SHOWN_MODULES = 8;

/** Yields about 5 % more bytes than the served compression, in a tenth of the time. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const compress = promisify(brotliCompress);

/** Fails the build when a screen loads more than its budget, and names the largest modules that it loads. */
export function screenBudgets(): Plugin {
  return {
    name: 'screen-budgets',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const entries = chunks.filter(({ isEntry }) => isEntry);
      for (const [screen, budget] of Object.entries(BUDGETS)) {
        const begun = budget.chunks.map(
          (name) => chunkOf(name, bundle) ?? this.error(`${screen}: ${name} is in no chunk`),
        );
        const texts = budget.texts.map(
          (name) =>
            chunks.find((chunk) => chunk.name === `${name}-${LANGUAGE}`) ??
            this.error(`${screen}: no file of texts ${name}`),
        );
        const loaded = withImports([...entries, ...begun, ...texts], bundle);
        const sizes = await Promise.all(
          [...loaded].map(
            async ({ fileName }) => (await compress(await readFile(join(dir, fileName)), QUALITY)).length,
          ),
        );
        const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1_000;
        if (kilobytes > budget.kilobytes)
          this.error(
            `${screen} loads ${kilobytes.toFixed(0)} kB of ${budget.kilobytes}; largest modules: ` +
              largestModules(loaded).join(', '),
          );
      }
    },
  };
}

function withImports(
  chunks: readonly Rolldown.OutputChunk[],
  bundle: Rolldown.OutputBundle,
  found = new Set<Rolldown.OutputChunk>(),
): ReadonlySet<Rolldown.OutputChunk> {
  for (const chunk of chunks) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    const imported = chunk.imports.map((name) => bundle[name]).filter((output) => output?.type === 'chunk');
    withImports(imported, bundle, found);
  }
  return found;
}

function largestModules(chunks: ReadonlySet<Rolldown.OutputChunk>): readonly string[] {
  return [...chunks]
    .flatMap(({ modules }) => Object.entries(modules))
    .map(([name, { renderedLength }]) => ({
      name: name.split('/').slice(-3).join('/'),
      size: renderedLength,
    }))
    .toSorted((a, b) => b.size - a.size)
    .slice(0, SHOWN_MODULES)
    .map(({ name, size }) => `${name} (${Math.round(size / 1_000)} kB)`);
}
