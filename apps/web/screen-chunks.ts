import { build, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { textsGroup } from './texts-by-language.ts';

/** Bytes of unminified code below which a file of its own costs more time than it saves. */
const SMALLEST = 110_000;
/** Weight of a byte that a usual entry page loads without need; of other parts, 1. */
const ENTRY_PAGE_WEIGHT = 100;
/** Cost of a merge above which a small file stays: bytes of unminified code that one entry page loads without need. */
const HIGHEST_COST = 12_000 * ENTRY_PAGE_WEIGHT;

/** Modules that are loaded by the same parts of the application. */
export interface Group {
  readonly modules: readonly string[];
  /** Bytes of unminified code. */
  readonly size: number;
  /** Parts that load it: first modules of dynamic imports. */
  readonly parts: ReadonlySet<string>;
  /** Positions of the groups it imports. */
  readonly imports: ReadonlySet<number>;
}

/**
 * Groups for the bundler's code splitting. By default each set of modules that the same parts share is a file,
 * which makes hundreds of them; here small sets are merged where this adds the fewest needless bytes. Builds the
 * application once, without minifying, because only the linked modules show what a part loads.
 * @param entryPages ends of the paths of usual entry pages' first modules
 */
export async function screenChunks(
  config: UserConfig,
  entryPages: readonly string[],
): Promise<Rolldown.CodeSplittingGroup[]> {
  const weightOf = (part: string) =>
    entryPages.some((page) => part.endsWith(`/${page}`)) ? ENTRY_PAGE_WEIGHT : 1;
  const groups = merged(await automaticGroups(config), weightOf);
  return dependenciesFirst(groups).map(({ modules, parts }, position, { length }) => {
    const held = new Set(modules);
    return { name: nameOf(parts), test: (id) => held.has(id), priority: length - position };
  });
}

/** A chunk's name on disk, only for people: that of its only part, else `shared`. */
function nameOf(parts: ReadonlySet<string>): string {
  const [only = ''] = parts;
  return parts.size === 1 ? (/([^/]+)\.\w+$/.exec(only)?.[1] ?? 'part') : 'shared';
}

/** Groups of the bundler's automatic splitting, without what the page's entry loads. */
export async function automaticGroups(config: UserConfig): Promise<Map<number, Group>> {
  const chunks: Rolldown.OutputChunk[] = [];
  const collect: Plugin = {
    name: 'collect-chunks',
    generateBundle(_options, bundle) {
      chunks.push(...Object.values(bundle).filter((output) => output.type === 'chunk'));
    },
  };
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [config.plugins, collect],
    build: { ...config.build, write: false, minify: false, cssMinify: false },
  });
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const closure = (chunk: Rolldown.OutputChunk, found = new Set<Rolldown.OutputChunk>()) => {
    if (found.has(chunk)) return found;
    found.add(chunk);
    for (const name of chunk.imports) closure(byFile.get(name) ?? chunk, found);
    return found;
  };
  const entry = chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => [...closure(chunk)]);
  const late = chunks.filter((chunk) => !entry.includes(chunk) && !isTexts(chunk));
  const position = new Map(late.map((chunk, at) => [chunk.fileName, at]));
  const parts = late.map(() => new Set<string>());
  for (const chunk of late) {
    const { facadeModuleId } = chunk;
    if (!chunk.isDynamicEntry || facadeModuleId === null) continue;
    for (const { fileName } of closure(chunk)) parts[position.get(fileName) ?? -1]?.add(facadeModuleId);
  }
  return new Map(
    late.map(({ modules, code, imports }, at) => [
      at,
      {
        modules: Object.keys(modules),
        size: code.length,
        parts: parts[at] ?? new Set(),
        imports: new Set(imports.map((name) => position.get(name)).filter((to) => to !== undefined)),
      },
    ]),
  );
}

/** Texts have files of their own. */
const isTexts = ({ facadeModuleId }: Rolldown.OutputChunk) =>
  facadeModuleId !== null && textsGroup(facadeModuleId) !== null;

/** Merges each small group with the group where this adds the fewest bytes to the parts that load them. */
export function merged(groups: Map<number, Group>, weightOf: (part: string) => number): Map<number, Group> {
  const weightIn = (parts: ReadonlySet<string>, group: Group) =>
    [...parts].reduce((sum, part) => sum + (group.parts.has(part) ? 0 : weightOf(part)), 0);
  const kept = new Set<number>();
  for (;;) {
    const [smallest] = [...groups]
      .filter(([at, { size }]) => size < SMALLEST && !kept.has(at))
      .toSorted(([, a], [, b]) => a.size - b.size);
    if (!smallest) return groups;
    const [at, group] = smallest;
    const below = closureOf(groups, at);
    const [best] = [...groups.keys()]
      .filter((other) => other !== at && !leadsAround(groups, at, other) && !leadsAround(groups, other, at))
      .map((other) => {
        const to = groups.get(other) ?? group;
        const parts = new Set([...group.parts, ...to.parts]);
        // A part that loads the merged group also loads the imports of both.
        const loaded = new Set([...below, ...closureOf(groups, other)]);
        const cost = [...loaded].reduce((sum, id) => {
          const held = groups.get(id);
          return sum + (held ? weightIn(parts, held) * held.size : 0);
        }, 0);
        return { other, to, parts, loaded, cost };
      })
      .toSorted((a, b) => a.cost - b.cost || a.to.size - b.to.size);
    if (!best || best.cost > HIGHEST_COST) {
      kept.add(at);
      continue;
    }
    const { other, to, parts, loaded } = best;
    for (const id of loaded) {
      const held = groups.get(id);
      if (held) groups.set(id, { ...held, parts: new Set([...held.parts, ...parts]) });
    }
    groups.delete(at);
    const renamed = (imports: Iterable<number>, self: number) =>
      new Set([...imports].map((next) => (next === at ? other : next)).filter((next) => next !== self));
    groups.set(other, {
      modules: [...to.modules, ...group.modules],
      size: to.size + group.size,
      parts,
      imports: renamed([...group.imports, ...to.imports], other),
    });
    for (const [id, held] of groups)
      if (held.imports.has(at)) groups.set(id, { ...held, imports: renamed(held.imports, id) });
  }
}

/** A group and all that it imports, directly or not. */
function closureOf(
  groups: ReadonlyMap<number, Group>,
  at: number,
  found = new Set<number>(),
): ReadonlySet<number> {
  if (found.has(at)) return found;
  found.add(at);
  for (const next of groups.get(at)?.imports ?? []) closureOf(groups, next, found);
  return found;
}

/** Whether a group reaches another by way of a third: merged, they would import each other in a circle. */
function leadsAround(groups: ReadonlyMap<number, Group>, from: number, to: number): boolean {
  const seen = new Set<number>();
  const next = [...(groups.get(from)?.imports ?? [])].filter((at) => at !== to);
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const { imports } = groups.get(at) ?? { imports: new Set<number>() };
    if (imports.has(to)) return true;
    next.push(...imports);
  }
  return false;
}

/** The bundler takes the modules that a module imports into its group, unless an earlier group has them. */
function dependenciesFirst(groups: ReadonlyMap<number, Group>): readonly Group[] {
  const ordered = new Set<Group>();
  const add = (at: number, above: ReadonlySet<number>): void => {
    const group = groups.get(at);
    if (!group || ordered.has(group) || above.has(at)) return;
    for (const next of group.imports) add(next, new Set([...above, at]));
    ordered.add(group);
  };
  for (const at of groups.keys()) add(at, new Set());
  return [...ordered];
}
