import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** One file per fault, with the rule that must report it. */
const faults = {
  'floating.ts': ['no-floating-promises', `async function save() {}\nexport function go() {\n  save();\n}\n`],
  'misused.ts': [
    'no-misused-promises',
    `export const go = (list: number[]) => list.forEach(async () => {});\n`,
  ],
  'any.ts': ['no-explicit-any', `export const parse = (value: any) => value;\n`],
  'unsafe.ts': ['no-unsafe-member-access', `export const name = JSON.parse('{}').name;\n`],
  'ignored.ts': ['ban-ts-comment', `// @ts-ignore\nexport const n: number = 'a';\n`],
  'later.ts': ['no-warning-comments', `// TODO: later\nexport const n = 1;\n`],
  'log.ts': ['no-console', `console.log('here');\n`],
  'client.ts': ['no-restricted-imports', `import { Client } from 'pg';\nexport const c = new Client();\n`],
  'pool.ts': ['no-restricted-imports', `import pg from 'pg';\nexport const p = new pg.Pool();\n`],
  'source.ts': [
    'no-restricted-imports',
    `import { DataSource } from 'typeorm';\nexport const s = new DataSource({ type: 'postgres' });\n`,
  ],
  'route.ts': [
    'no-restricted-imports',
    `import { Get } from '@nestjs/common';\nexport class A {\n  @Get()\n  a() {}\n}\n`,
  ],
  'path.ts': ['by-declaration', `export const people = '/users/';\n`],
  'built.ts': [
    'by-declaration',
    'export const plan = (id: string) => `/proyecto/riesgo/auditoria/${id}/plan/`;\n',
  ],
  'asked.ts': [
    'by-declaration',
    `export const ask = (api: { get(path: string): unknown }) => api.get('/abadmin/');\n`,
  ],
  'cases.ts': [
    'switch-exhaustiveness-check',
    `export function f(s: 'a' | 'b') {\n  switch (s) {\n    case 'a':\n      return 1;\n  }\n  return 2;\n}\n`,
  ],
  'long.ts': ['max-lines', Array.from({ length: 401 }, (_, n) => `export const n${n} = ${n};`).join('\n')],
  'hook.tsx': [
    'rules-of-hooks',
    `import { useState } from 'react';\nexport function A({ on }: { on: boolean }) {\n  if (on) useState(1);\n  return null;\n}\n`,
  ],
  'deps.tsx': [
    'exhaustive-deps',
    `import { useEffect } from 'react';\nexport function A({ on }: { on: () => void }) {\n  useEffect(() => on(), []);\n  return null;\n}\n`,
  ],
  'a11y.tsx': ['alt-text', `export const A = () => <img src="a.png" />;\n`],
  'only.test.ts': ['no-focused-tests', `import { it } from 'vitest';\nit.only('a', () => {});\n`],
  'skip.test.ts': ['no-disabled-tests', `import { it } from 'vitest';\nit.skip('a', () => {});\n`],
};

describe('the lint rules', () => {
  let folder;
  let told;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cotejo-test-lint-'));
    for (const [name, [, text]] of Object.entries(faults)) writeFileSync(join(folder, name), text);
    const sound = `import type { Pool } from 'pg';\nexport type Pools = readonly Pool[];\n`;
    writeFileSync(join(folder, 'sound.ts'), sound);
    // Paths of pages, and of calls through their declaration.
    const asked = `export const page = '/auditorias/plan/';\nexport const ask = (api: { get(path: string): unknown }, path: string) => api.get(path);\n`;
    writeFileSync(join(folder, 'sound-paths.ts'), asked);
    const compilerOptions = {
      strict: true,
      target: 'ES2023',
      module: 'ESNext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const output = await new Promise((done) => {
      const args = [
        'node_modules/oxlint/bin/oxlint',
        '--type-aware',
        '--config',
        '.oxlintrc.json',
        '-f',
        'json',
        folder,
      ];
      execFile(process.execPath, args, { cwd: root }, (_, stdout) => done(stdout));
    });
    told = JSON.parse(output).diagnostics.map(({ code, filename }) => `${filename.split('/').pop()} ${code}`);
  }, 30_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(Object.entries(faults).map(([name, [rule]]) => [rule, name]))('%s catches %s', (rule, name) => {
    expect(told.filter((line) => line.startsWith(`${name} `)).join()).toContain(`(${rule})`);
  });

  it('say nothing of sound code', () => {
    expect(told.filter((line) => line.startsWith('sound'))).toEqual([]);
  });
});
