/// <reference types="vite/client" />
import { ErrorTexts, type Texts } from '@cotejo/http/server';

const contracts = import.meta.glob<Texts>('../../../../libs/*/contracts/src/i18n/*.json', {
  eager: true,
  import: 'default',
});
const http = import.meta.glob<Texts>('../../../../libs/platform/http/src/i18n/*.json', {
  eager: true,
  import: 'default',
});

const files = import.meta.glob<Texts>('../../../../libs/platform/files/src/i18n/*.json', {
  eager: true,
  import: 'default',
});

/** Words of every error catalogue: a context's under `<context>-contracts`, the doors' own under `http`, those of uploads under `files`. */
export function loadErrorTexts(): ErrorTexts {
  const texts = new ErrorTexts();
  const found = { ...contracts, ...http, ...files };
  for (const [path, es] of Object.entries(found)) {
    const place = /\/libs\/([^/]+)\/([^/]+)\/src\/i18n\/es\.json$/.exec(path);
    if (place === null) continue;
    const [, folder = '', lib = ''] = place;
    const en = found[path.replace(/es\.json$/, 'en.json')] ?? es;
    texts.add(folder === 'platform' ? lib : `${folder}-${lib}`, { es, en });
  }
  return texts;
}
