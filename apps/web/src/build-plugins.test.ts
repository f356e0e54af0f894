import { parseAst } from 'vite';
import { describe, expect, it, vi } from 'vitest';
import { pureDeclarations } from '../pure-declarations.ts';
import { merged, type Group } from '../screen-chunks.ts';
import { textsGroup } from '../texts-by-language.ts';

describe('files of texts', () => {
  it.each([
    ['/libs/audits/web/src/i18n/es.texts.js', 'texts-audits-es'],
    ['/libs/worksheets/contracts/src/i18n/en.texts.js', 'texts-audits-en'],
    ['/libs/access/web/src/sign-in/i18n/es.texts.js', 'texts-es'],
    ['/libs/access/web/src/i18n/es.texts.js', 'texts-access-es'],
    ['/libs/planning/web/src/plan/i18n/es.texts.js', 'texts-planning-es'],
    ['/libs/tasks/web/src/i18n/es.texts.js', 'texts-es'],
    ['/apps/web/src/i18n/en.texts.js', 'texts-en'],
    ['/libs/audits/web/src/index.ts', null],
  ])('%s is in %s', (id, group) => expect(textsGroup(id)).toBe(group));
});

describe('declarations', () => {
  const built = (code: string) => {
    const { transform } = pureDeclarations() as unknown as {
      transform: (code: string, id: string) => { code: string } | null;
    };
    return transform.call({ parse: parseAst }, code, '/libs/tasks/contracts/src/calls.ts')?.code ?? null;
  };

  it.each([
    [
      'export const a = z.string().min(1);',
      'export const a = /* @__PURE__ */ (() => (z.string().min(1)))();',
    ],
    ['const a = [new Map()];', 'const a = /* @__PURE__ */ (() => ([new Map()]))();'],
    ['export const a = 5 * 60;', null],
    ['export const a = { b: () => c() };', null],
    ['let a = b();', null],
    ['start();', null],
  ])('%s', (code, result) => expect(built(code)).toBe(result));

  it('build calls when they are first used', async () => {
    const code = built('export const calls = { a: defineCall(1), b: 2, c: defineCall(3) };') ?? '';
    const made: number[] = [];
    vi.stubGlobal('defineCall', (given: number) => {
      made.push(given);
      return { given };
    });
    const { calls } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      calls: Record<'a' | 'b' | 'c', unknown>;
    };
    const { c } = calls;
    expect([c, calls.b, Object.keys(calls), made]).toEqual([{ given: 3 }, 2, ['a', 'b', 'c'], [3]]);
    expect(calls.c).toBe(c);
    expect(calls.a).toEqual({ given: 1 });
    vi.unstubAllGlobals();
  });
});

describe('merging small files', () => {
  const group = (size: number, parts: string, imports: readonly number[] = []): Group => ({
    modules: [`${parts}-${size}`],
    size,
    parts: new Set(parts),
    imports: new Set(imports),
  });
  const weightOf = (part: string) => (part === 'p' ? 300 : 1);
  const result = (...groups: readonly Group[]) =>
    [...merged(new Map(groups.map((each, at) => [at, each])), weightOf).values()].map(({ modules }) =>
      modules.join('+'),
    );

  it('takes the neighbour that the same parts load', () => {
    expect(result(group(100_000, 'p'), group(100_000, 'ab'), group(1_000, 'abc'))).toEqual([
      'p-100000',
      'ab-100000+abc-1000',
    ]);
  });

  it('keeps a small file that would burden an entry page', () => {
    expect(result(group(100_000, 'p'), group(30_000, 'a'))).toEqual(['p-100000', 'a-30000']);
  });

  it('never makes two files import each other', () => {
    // The first imports the second, which imports the third.
    const first = group(1_000, 'a', [1]);
    const third = group(1_000, 'a');
    expect(result(first, group(100_000, 'a', [2]), third)).not.toContainEqual(
      expect.stringMatching(/^a-1000\+a-1000$/),
    );
  });
});
