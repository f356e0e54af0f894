import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countLines, kindOf, KINDS, linesOf, packageOf } from './workspace/count-lines.mjs';
import { root } from './workspace/say.mjs';

describe('the lines of a file', () => {
  it.each([
    ['libs/audits/domain/src/model/tree.ts', 'product', 'libs/audits/domain'],
    ['libs/audits/web/src/plan/grid/plan-row.module.css', 'product', 'libs/audits/web'],
    [
      'libs/platform/event-store/src/postgres/migrations/0002-append.ts',
      'product',
      'libs/platform/event-store',
    ],
    ['apps/server/src/main.ts', 'product', 'apps/server'],
    ['libs/audits/domain/src/tree.test.ts', 'tests', 'libs/audits/domain'],
    ['libs/audits/server/src/room/cluster.fixture.ts', 'tests', 'libs/audits/server'],
    ['libs/audits/domain/src/simulation/cluster.ts', 'tests', 'libs/audits/domain'],
    ['libs/platform/testing/src/patience.ts', 'tests', 'libs/platform/testing'],
    ['e2e/tree.e2e.ts', 'tests', 'e2e'],
    ['e2e/support/plan.ts', 'tests', 'e2e'],
    ['tools/bench/tree.ts', 'tools', 'tools'],
    ['tools/count.test.mjs', 'tests', 'tools'],
    ['vitest.config.ts', 'tools', '.'],
    ['libs/audits/web/src/i18n/es.json', 'texts', 'libs/audits/web'],
    ['docs/ARCHITECTURE.md', 'texts', 'docs'],
    ['README.md', 'texts', '.'],
    ['package-lock.json', null, '.'],
    ['docs/pictures/plan.png', null, 'docs'],
    ['libs/audits/contracts/src/goldens/TreeItemMoved.json', null, 'libs/audits/contracts'],
  ])('%s are %s of %s', (path, kind, name) => {
    expect([kindOf(path), packageOf(path)]).toEqual([kind, name]);
  });

  it.each([
    ['', 0],
    ['one\n', 1],
    ['one\ntwo', 2],
    ['one\n\n', 2],
  ])('%j: %i', (text, lines) => {
    expect(linesOf(text)).toBe(lines);
  });

  it('are added up by package', () => {
    const files = { 'tools/a.mjs': 'a\n', 'libs/a/web/b.ts': 'b\nb\n', 'libs/a/web/b.test.ts': 'c\n' };
    const none = { product: 0, tests: 0, tools: 0, texts: 0 };
    expect(countLines(Object.keys(files), (path) => files[path])).toEqual([
      ['libs/a/web', { ...none, product: 2, tests: 1 }],
      ['tools', { ...none, tools: 1 }],
    ]);
  });
});

describe('npm run count', () => {
  it('ends with the sums of the table above', () => {
    const output = execFileSync(process.execPath, [join(root, 'tools/count.mjs')], { encoding: 'utf8' });
    const lines = output.trimEnd().split('\n');
    const { count } = JSON.parse(lines.at(-1));
    const cells = lines.slice(1, -2).map((line) => line.trim().split(/ {2,}/).slice(1).map(Number));
    for (const [at, kind] of KINDS.entries()) {
      expect(cells.reduce((sum, row) => sum + row[at], 0)).toBe(count[kind]);
      expect(count[kind]).toBeGreaterThan(1_000);
    }
  });
});
