import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const CATALOGUE = /\/i18n\/(es|en)\.json$/;
const LATE = /\/i18n\/(?:es|en)\.late\.js$/;
const TEXTS = /\/i18n\/(?:es|en)\.texts\.js$/;

/**
 * Replaces each imported catalogue (`i18n/es.json`, `i18n/en.json`) by a function that loads it, so that a page
 * loads the texts of its own language only (`loadTranslations`).
 */
export function textsByLanguage(): Plugin {
  return {
    name: 'texts-by-language',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (TEXTS.test(source)) return source;
      if (!CATALOGUE.test(source)) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && found.id.replace(/\.json$/, '.late.js');
    },
    async load(id) {
      if (LATE.test(id)) {
        const texts = JSON.stringify(id.replace(/\.late\.js$/, '.texts.js'));
        return `export default () => import(${texts});`;
      }
      if (!TEXTS.test(id)) return null;
      const catalogue = id.replace(/\.texts\.js$/, '.json');
      this.addWatchFile(catalogue);
      const texts = JSON.stringify(JSON.parse(await readFile(catalogue, 'utf8')));
      // Browsers parse JSON faster than an object literal.
      return `export default JSON.parse(${JSON.stringify(texts)});`;
    },
  };
}

/** File of a catalogue: few files, each with texts that are needed together. */
export function textsGroup(id: string): string | null {
  const [, language] = /\/i18n\/(es|en)\.texts\.js$/.exec(id) ?? [];
  if (language === undefined) return null;
  const own = TEXTS_APART.find(([place]) => place.test(id));
  return `${own ? own[1] : 'texts'}-${language}`;
}

/** Catalogues that the shell and the sign-in page don't show. */
const TEXTS_APART = [
  [/\/libs\/audits\/web\/src\/create\//, 'texts-create'],
  [/\/libs\/(audits|worksheets)\//, 'texts-audits'],
  [/\/libs\/access\/(?!web\/src\/sign-in\/)/, 'texts-access'],
  [/\/libs\/operations\//, 'texts-operations'],
  [/\/libs\/planning\/web\/src\/(page|plan|capacity)\//, 'texts-planning'],
] as const;
