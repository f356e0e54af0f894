import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { PLAN_ICONS } from '../../libs/audits/web/src/plan/grid/icon-set.ts';

/** Emits each icon of the rows as `/icons/{name}.svg`; they use `currentColor`. */
export function iconFiles(): Plugin {
  return {
    name: 'icon-files',
    apply: 'build',
    generateBundle() {
      for (const [name, icon] of Object.entries(PLAN_ICONS))
        this.emitFile({
          type: 'asset',
          fileName: `icons/${name}.svg`,
          source: renderToStaticMarkup(createElement(icon)),
        });
    },
  };
}
