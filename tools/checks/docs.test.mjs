import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkDocs } from './docs.mjs';

let root;
const put = (path, text) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cotejo-test-docs-'));
  put('package.json', JSON.stringify({ scripts: { start: '', bench: '' } }));
  put('libs/audits/domain/src/items/move-item.ts', '');
  put('docs/decisions/0001-events.md', 'See [the readme](../../README.md#start).');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the check of documents', () => {
  it('is content when what they name exists', () => {
    put(
      'README.md',
      [
        'Run `npm ci`, `PORT=4000 npm start` or `npm run bench -- main-job`; data are in `.data/pgdata`.',
        'Rules: `libs/<context>/domain/src/items/move-item.ts`, `libs/*/domain`; [why](docs/decisions/0001-events.md),',
        '[site](https://example.org), not a path: `audits/none`, `and/or`.',
        '```sh',
        'node libs/audits/domain/src/items/move-item.ts',
        '```',
      ].join('\n'),
    );
    expect(checkDocs(root)).toEqual({ problems: [], files: 2, paths: 5, commands: 3 });
  });

  it.each([
    [
      'a path that is gone',
      'See `libs/audits/domain/src/items/rename-item.ts`.',
      'no such path: libs/audits/domain/src/items/rename-item.ts',
    ],
    ['a pattern that fits nothing', 'Each `libs/*/screens`.', 'no such path: libs/*/screens'],
    ['a folder never made', 'In `deploy/compose.yml`.', 'no such path: deploy/compose.yml'],
    ['a link that leads nowhere', '[why](docs/none.md)', 'leads nowhere: docs/none.md'],
    ['a command that is gone', 'Run `npm run load`.', 'no such command: npm run load'],
    ['a command in a block', '```\nnpm stop\n```', 'no such command: npm stop'],
    ['a path in a block', '```\nnode tools/none.mjs\n```', 'no such path: tools/none.mjs'],
  ])('catches %s', (_, text, told) => {
    put('README.md', text);
    const { problems } = checkDocs(root);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^README\.md:\d+: /);
    expect(problems[0]).toContain(told);
  });
});
