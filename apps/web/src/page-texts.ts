import { createI18n, loadTranslations, type TranslationBundle } from '@cotejo/i18n';
import { createChunk, type Chunk } from '@cotejo/ui';
import { storedLanguage } from './language.ts';

/** Texts of this page, loaded by its parts in the current language. */
export const i18n = createI18n({ language: storedLanguage(localStorage), resources: [] });

/** A chunk that loads in parallel with its texts. */
export const chunkWithTexts = <C>(bundles: readonly TranslationBundle[], load: () => Promise<C>): Chunk<C> =>
  createChunk(async () => {
    const [content] = await Promise.all([load(), loadTranslations(i18n, bundles)]);
    return content;
  });
