/// <reference types="vite/client" />
import { ErrorTexts, type Texts } from '@cotejo/http/server';

const contracts = import.meta.glob<Texts>('../../../../libs/*/contracts/src/{i18n,*/i18n}/*.json', {
  eager: true,
  import: 'default',
});
const platform = import.meta.glob<Texts>(
  '../../../../libs/platform/{http,files,record,documents}/src/i18n/*.json',
  {
    eager: true,
    import: 'default',
  },
);

/**
 * Loads the texts of all error catalogues: contexts as `<context>-contracts`, with `-<folder>` for those of a folder,
 * and platform libraries by their name.
 */
export function loadErrorTexts(): ErrorTexts {
  const texts = new ErrorTexts();
  const found = { ...contracts, ...platform };
  for (const [path, es] of Object.entries(found)) {
    const place = /\/libs\/([^/]+)\/([^/]+)\/src\/(?:([^/]+)\/)?i18n\/es\.json$/.exec(path);
    if (place === null) continue;
    const [, folder = '', lib = '', part] = place;
    const en = found[path.replace(/es\.json$/, 'en.json')] ?? es;
    texts.add([folder === 'platform' ? [] : folder, lib, part ?? []].flat().join('-'), { es, en });
  }
  return texts;
}
