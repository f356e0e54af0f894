import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkTranslations } from './translations.mjs';

let root;
const put = (path, content) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
};
const texts = (es, en = es, lib = 'libs/audits/web') => {
  put(`${lib}/src/i18n/es.json`, es);
  put(`${lib}/src/i18n/en.json`, en);
};
const screen = (body) =>
  put(
    'libs/audits/web/src/tree.tsx',
    `export function Tree() { const { t } = useTranslation('audits-web'); ${body} }`,
  );
const problems = () => checkTranslations(root).problems;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cotejo-test-texts-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the check of translations', () => {
  it('counts what other texts nest as asked for', () => {
    texts({
      error: 'Era «$t(audits-web:state.{{was}})», falta $t(audits-web:who)',
      state: { open: 'abierto' },
      who: 'alguien',
      nobody: 'nadie',
    });
    screen("return <p>{t('error')}</p>;");
    expect(problems()).toEqual(['libs/audits/web/src/i18n: nobody asks for "nobody"']);
  });

  it('is content when each text exists in both languages and is asked for', () => {
    texts({
      tree: { rename: 'Renombrar', moved_one: 'Uno', moved_other: '{{count}} movidos' },
      status: { open: 'Abierto' },
    });
    texts({ errors: { closed: 'Cerrada' } }, undefined, 'libs/audits/contracts');
    screen(
      "const label = t('tree.rename'); const n = t('tree.moved', { count }); const s = t(`status.${x}`);" +
        "const e = t(`errors.${code}`, { ns: 'audits-contracts' }); return <p title={label}>{n} · {s} {e} <kbd>Esc</kbd></p>;",
    );
    expect(checkTranslations(root)).toEqual({ problems: [], count: 5, namespaces: 2 });
  });

  it.each([
    ['a text that does not exist', `return t('tree.move');`, 'no text "tree.move" in audits-web'],
    ['a computed text of no branch', 'return t(`state.${x}`);', 'no text "state.*" in audits-web'],
    ['one of two by a condition', `return t(x ? 'tree.rename' : 'tree.gone');`, 'no text "tree.gone"'],
    ['a text of another library', `return t('ui:close');`, 'no text "ui:close" in ui'],
    ['a text inside Trans', `return <Trans i18nKey="tree.bold" />;`, 'no text "tree.bold"'],
    ['words in an element', `return <p>Hola</p>;`, 'text in the code: "Hola"'],
    ['words in an expression', `return <p>{x ? 'Sí' : null}</p>;`, 'text in the code: "Sí"'],
    ['words that a person hears', `return <button aria-label="Cerrar" />;`, 'text in the code: "Cerrar"'],
    ['words around a value', 'return <input placeholder={`Buscar ${x}`} />;', 'text in the code: "Buscar"'],
  ])('catches %s', (_, body, told) => {
    texts({ tree: { rename: 'Renombrar' } });
    screen(`t('tree.rename'); ${body}`);
    const found = problems();
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(told);
    expect(found[0]).toMatch(/^libs\/audits\/web\/src\/tree\.tsx:1: /);
  });

  it.each([
    ['a key that English lacks', { a: 'Uno', b: 'Dos' }, { a: 'One' }, 'en.json: "b" is missing'],
    ['a key that Spanish lacks', { a: 'Uno' }, { a: 'One', b: 'Two' }, 'es.json: "b" is missing'],
    [
      'a value in one language only',
      { a: '{{n}} de {{of}}' },
      { a: '{{n}}' },
      'holds of in one language only',
    ],
    ['a text empty in one language only', { a: 'Uno' }, { a: ' ' }, 'empty in one language only'],
  ])('catches %s', (_, es, en, told) => {
    texts(es, en);
    screen(`t('a'); t('b');`);
    expect(problems().join('\n')).toContain(told);
  });

  it('catches a text that nobody asks for', () => {
    texts({ tree: { rename: 'Renombrar', old: 'Viejo' } });
    screen(`return t('tree.rename');`);
    expect(problems()).toEqual(['libs/audits/web/src/i18n: nobody asks for "tree.old"']);
  });

  it('catches a catalogue without its other language', () => {
    put('libs/audits/web/src/i18n/es.json', {});
    expect(problems()).toEqual(['libs/audits/web/src/i18n: en.json is missing']);
  });
});
