/** Kinds of lines, in the order of the table's columns. */
export const KINDS = ['product', 'tests', 'tools', 'texts'];

const SOURCE = /\.(ts|tsx|mts|cts|js|mjs|cjs|css|html|sql|sh)$/;
const TEXT = /\.md$|(^|\/)i18n\/[^/]+\.json$/;
/** Files loaded by tests only: fixtures, doubles, and reference models. */
const TEST =
  /\.(test|e2e|fixture)\.[a-z]+$|^e2e\/|^libs\/platform\/testing\/|\/src\/(conformance|testing|simulation|fixtures|fake)\//;
const TOOL = /^(tools|deploy|\.ci)\/|(^|\/)[^/]+\.config\.[a-z]+$|^\.[^/]+$/;

/**
 * Kind of a file's lines; null for files not written by hand: pictures, lock file, goldens.
 * @param {string} path in the clone, with `/`
 * @returns {'product' | 'tests' | 'tools' | 'texts' | null}
 */
export function kindOf(path) {
  if (TEXT.test(path)) return 'texts';
  if (!SOURCE.test(path)) return null;
  if (TEST.test(path)) return 'tests';
  return TOOL.test(path) ? 'tools' : 'product';
}

/**
 * The package of a file: an app, a library, or a folder of the root.
 * @param {string} path
 */
export function packageOf(path) {
  const parts = path.split('/');
  if (parts[0] === 'libs' && parts.length > 3) return parts.slice(0, 3).join('/');
  if (parts[0] === 'apps' && parts.length > 2) return parts.slice(0, 2).join('/');
  return parts.length > 1 ? parts[0] : '.';
}

/** Number of lines like `wc -l`, plus one if the last lacks its line end. */
export const linesOf = (text) => (text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0));

/**
 * Lines of each kind by package, sorted by package name.
 * @param {Iterable<string>} paths
 * @param {(path: string) => string} read
 * @returns {[string, Record<string, number>][]}
 */
export function countLines(paths, read) {
  const packages = new Map();
  for (const path of paths) {
    const kind = kindOf(path);
    if (kind === null) continue;
    const name = packageOf(path);
    const counts = packages.get(name) ?? Object.fromEntries(KINDS.map((each) => [each, 0]));
    counts[kind] += linesOf(read(path));
    packages.set(name, counts);
  }
  return [...packages].sort(([a], [b]) => (a < b ? -1 : 1));
}
