import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkPackages } from './packages.mjs';

let root;
const put = (path, text) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const lib = 'libs/audits/server';
const putLib = (manifest) =>
  put(`${lib}/package.json`, JSON.stringify({ name: '@cotejo/audits-server', ...manifest }));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cotejo-test-packages-'));
  put('package.json', JSON.stringify({ devDependencies: { vitest: '1' } }));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the check of packages', () => {
  it('is content when each names what it imports', () => {
    putLib({
      dependencies: { zod: '1', '@cotejo/files': '*', 'plex-sans': '1' },
      devDependencies: { '@types/pdfmake': '1' },
      optionalDependencies: { kurrent: '1' },
    });
    put(
      `${lib}/src/index.ts`,
      [
        "import { join } from 'node:path';",
        "import 'fs/promises';",
        "import { z } from 'zod';",
        "import type { FileStore } from '@cotejo/files/server';",
        "export { here } from './here.ts';",
        "export const later = () => import('kurrent');",
        "// import { nothing } from 'in-a-comment';",
      ].join('\n'),
    );
    put(`${lib}/src/index.test.ts`, "import { it } from 'vitest';\nimport {} from '@cotejo/audits-server';");
    put(`${lib}/src/theme.css`, "@import 'plex-sans/400.css';");
    put(`${lib}/node_modules/own/index.ts`, "import 'whatever';");
    expect(checkPackages(root)).toEqual({ problems: [], packages: 1, imports: 4 });
  });

  it.each([
    ['a package that only others declare', 'src/index.ts', "import 'express';", 'express'],
    ['one of ours', 'src/index.ts', "import {} from '@cotejo/files/server';", '@cotejo/files'],
    [
      'one of which only types are taken',
      'src/a.ts',
      "import type { T } from '@types-of/x/y';",
      '@types-of/x',
    ],
    ['one that is loaded later', 'src/a.ts', "await import('yjs');", 'yjs'],
    ['a tool of tests in the product', 'src/a.ts', "import 'vitest';", 'vitest'],
    ['a package that only a test needs', 'src/a.test.ts', "import 'yjs';", 'yjs'],
  ])('catches %s', (_, file, text, name) => {
    putLib({});
    put(`${lib}/${file}`, text);
    expect(checkPackages(root).problems).toEqual([`${lib}/${file}: ${lib}/package.json lacks ${name}`]);
  });

  it('catches a declared package that nothing uses', () => {
    putLib({ dependencies: { yjs: '1' } });
    put(`${lib}/src/index.ts`, '// yjs');
    expect(checkPackages(root).problems).toEqual([`${lib}/package.json: nothing uses yjs`]);
  });
});
