import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { foreignHosts, withoutForeignFonts } from '../own-fonts.ts';

const face = (src: string) => `@font-face{font-family:Roboto;src:${src} format("woff2")}`;

describe('style sheets of libraries', () => {
  it('lose the fonts that come from elsewhere, and nothing else', () => {
    const own = face('url("/assets/inter.woff2")');
    const sheet = `${own}a{color:red}${face('local(""),url(https://cdn.example/r.woff2)')}b{color:blue}`;
    expect(withoutForeignFonts(sheet)).toBe(`${own}a{color:red}b{color:blue}`);
  });

  it.each([
    ['a{background:url(https://cdn.example/a.png)}', ['cdn.example']],
    ["a{background:url( '//cdn.example/a.png')}", ['cdn.example']],
    ['@import "http://cdn.example/a.css";', ['cdn.example']],
    ['@import url(https://cdn.example/a.css);', ['cdn.example']],
    ['a{background:url(/assets/a.png)}', []],
    [`a{background:url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>")}`, []],
  ])('%s loads from %j', (css, hosts) => expect(foreignHosts(css)).toEqual(hosts));

  it('of the gantt load from nowhere else once its fonts are gone', () => {
    const path = createRequire(createRequire(import.meta.url).resolve('@cotejo/ui')).resolve(
      '@svar-ui/react-gantt/all.css',
    );
    const css = readFileSync(path, 'utf8');
    expect(foreignHosts(css)).not.toEqual([]);
    expect(foreignHosts(withoutForeignFonts(css))).toEqual([]);
  });
});
