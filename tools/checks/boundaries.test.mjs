import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const config = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

const byName = (a, b) => a.localeCompare(b);

let folder;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cotejo-test-boundaries-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (path, text) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};

/** Names of the rules that a graph of imports breaks. `from → to`, where `to` is a file, a package or node:*. */
async function broken(...edges) {
  const imports = new Map();
  for (const edge of edges) {
    const [from, to] = edge.split(' → ');
    const isFile = /^(apps|libs)\//.test(to);
    const specifier = isFile ? relative(dirname(from), to).replace(/^(?!\.)/, './') : to;
    imports.set(from, [...(imports.get(from) ?? []), specifier]);
    if (isFile && !imports.has(to)) imports.set(to, []);
    if (!isFile && !to.startsWith('node:') && to !== 'nowhere') {
      put(`node_modules/${to}/package.json`, JSON.stringify({ name: to, main: 'index.js' }));
      put(`node_modules/${to}/index.js`, '');
    }
  }
  for (const [file, specifiers] of imports) {
    const lines = specifiers.map(
      (specifier, n) => `import * as m${n} from '${specifier}';\nexport const x${n} = m${n};`,
    );
    put(file, `${lines.join('\n')}\nexport const here = 1;\n`);
  }
  const { tsConfig, ...options } = config.options;
  expect(tsConfig).toBeDefined();
  const roots = ['apps', 'libs'].filter((root) =>
    [...imports.keys()].some((file) => file.startsWith(`${root}/`)),
  );
  const { output } = await cruise(roots, {
    ...options,
    baseDir: folder,
    ruleSet: { forbidden: config.forbidden },
    validate: true,
  });
  return [...new Set(output.summary.violations.map((violation) => violation.rule.name))].sort(byName);
}

const domain = 'libs/audits/domain/src/index.ts';
const screen = 'libs/audits/web/src/index.ts';
const server = 'libs/audits/server/src/index.ts';

/** Each rule, with imports that break it. */
const proofs = [
  ['no-cycles', `${domain} → libs/audits/domain/src/a.ts`, `libs/audits/domain/src/a.ts → ${domain}`],
  ['resolvable', `${domain} → nowhere`],
  ['nobody-imports-apps', `${server} → apps/server/src/main.ts`],
  ['apps-apart', 'apps/web/src/shell.tsx → apps/server/src/settings.ts'],
  ['platform-knows-no-context', `libs/platform/ui/src/index.ts → libs/audits/contracts/src/index.ts`],
  ['contracts-import-contracts', `libs/audits/contracts/src/index.ts → ${domain}`],
  ['domain-is-pure', `${domain} → ${server}`],
  ['domain-is-pure', `${domain} → libs/platform/database/src/index.ts`],
  ['domain-does-no-io', `${domain} → pg`],
  ['domain-does-no-io', `${domain} → react`],
  ['domain-without-node', `${domain} → node:fs`],
  ['server-imports-no-screen', `${server} → ${screen}`],
  ['server-imports-no-screen', `${server} → react`],
  ['web-imports-no-server', `${screen} → ${server}`],
  ['web-imports-no-server', `libs/platform/rooms/src/client/index.ts → pg`],
  ['web-imports-no-server', `libs/platform/ui/src/index.ts → @nestjs/common`],
  ['web-without-node', `${screen} → node:path`],
  [
    'nothing-of-the-server-reaches-the-browser',
    'apps/web/src/main.tsx → libs/platform/http/src/index.ts',
    'libs/platform/http/src/index.ts → pg',
  ],
  ['testing-only-in-tests', `${server} → libs/platform/testing/src/index.ts`],
  ['testing-only-in-tests', `${server} → libs/audits/server/src/test-room.ts`],
  ['testing-only-in-tests', `${server} → libs/audits/server/src/given-room.fixture.ts`],
  ['testing-only-in-tests', `${server} → libs/platform/rooms/src/testing/index.ts`],
  ['through-the-front-door', `${server} → libs/audits/domain/src/items/move-item.ts`],
  [
    'access-meets-contexts-by-the-table',
    'libs/access/server/src/index.ts → libs/audits/contracts/src/index.ts',
  ],
  ['audits-meets-contexts-by-the-table', 'libs/audits/server/src/a.ts → libs/access/server/src/index.ts'],
  [
    'operations-meets-contexts-by-the-table',
    'libs/operations/server/src/a.ts → libs/audits/contracts/src/index.ts',
  ],
  ['worksheets-meets-contexts-by-the-table', 'libs/worksheets/web/src/a.ts → libs/audits/web/src/index.ts'],
  [
    'tasks-meets-contexts-by-the-table',
    'libs/tasks/server/src/a.ts → libs/worksheets/contracts/src/index.ts',
  ],
  [
    'committees-meets-contexts-by-the-table',
    'libs/committees/server/src/a.ts → libs/tasks/contracts/src/index.ts',
  ],
  [
    'directory-meets-contexts-by-the-table',
    'libs/directory/server/src/a.ts → libs/tasks/contracts/src/index.ts',
  ],
  [
    'planning-meets-contexts-by-the-table',
    'libs/planning/server/src/a.ts → libs/tasks/contracts/src/index.ts',
  ],
  [
    'structure-meets-contexts-by-the-table',
    'libs/structure/server/src/a.ts → libs/tasks/contracts/src/index.ts',
  ],
];

describe('the import rules', () => {
  it.each(proofs)('%s catches %s', async (rule, ...edges) => {
    expect(await broken(...edges)).toContain(rule);
  });

  it('are all proved above', () => {
    expect([...new Set(proofs.map(([rule]) => rule))].sort(byName)).toEqual(
      config.forbidden.map(({ name }) => name).sort(byName),
    );
  });

  it('let the layers meet as the architecture says', async () => {
    const legal = await broken(
      `${screen} → ${domain}`,
      `${screen} → libs/audits/contracts/src/index.ts`,
      `${screen} → react`,
      `${server} → ${domain}`,
      `${server} → pg`,
      `${server} → node:fs`,
      `${domain} → libs/audits/contracts/src/index.ts`,
      `${domain} → libs/access/contracts/src/index.ts`,
      'libs/worksheets/domain/src/index.ts → libs/audits/domain/src/index.ts',
      `${server.replace('index.ts', 'index.test.ts')} → libs/platform/testing/src/index.ts`,
      'libs/platform/rooms/src/client/test-room.ts → node:http',
      `libs/platform/rooms/src/testing/index.ts → libs/platform/rooms/src/testing/room.fixture.ts`,
      'apps/server/src/main.ts → libs/audits/server/src/index.ts',
      'apps/web/src/main.tsx → libs/audits/web/src/index.ts',
    );
    expect(legal).toEqual([]);
  });
});
