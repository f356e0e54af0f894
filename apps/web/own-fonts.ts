import type { Plugin } from 'vite';

const LIBRARY = /@svar-ui\/[^?]+\.css(\?|$)/;
const FONT_FACE = /@font-face\s*\{[^}]*\}/g;
/** What a style sheet loads: the addresses of `url()` and `@import`. */
const LOADED = /(?:url\(\s*|@import\s+)["']?(?:https?:)?\/\/([^/"')\s]+)/g;

/** A library's style sheet without the fonts that it would load from its makers' host. */
export const withoutForeignFonts = (css: string): string =>
  css.replace(FONT_FACE, (face) => (foreignHosts(face).length > 0 ? '' : face));

/** Hosts from which a style sheet would load something: our security policy refuses all of them. */
export const foreignHosts = (css: string): readonly string[] =>
  [...css.matchAll(LOADED)].map(([, host = '']) => host);

/** Leaves foreign fonts out of the libraries' style sheets; a build in which a foreign host remains fails. */
export function ownFonts(): Plugin {
  return {
    name: 'own-fonts',
    enforce: 'pre',
    transform: {
      filter: { id: LIBRARY },
      handler: (code) => ({ code: withoutForeignFonts(code), map: null }),
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type !== 'asset' || !output.fileName.endsWith('.css')) continue;
          const hosts = foreignHosts(String(output.source));
          if (hosts.length > 0) this.error(`${output.fileName} loads from ${hosts.join(', ')}`);
        }
      },
    },
  };
}
