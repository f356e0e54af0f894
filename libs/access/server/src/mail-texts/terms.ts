import { createHash } from 'node:crypto';
import { supportedLanguages, type Language } from '@cotejo/i18n';
import type { ServerText } from './server-texts.ts';

/** What people of demonstration accounts accept before anything else. */
export interface Terms {
  /** Another text is another version, which everybody is asked to accept anew. */
  readonly version: string;
  text(language: Language): string;
}

const VERSION_LENGTH = 16;

/** The product's own terms, or the installation's, which are the same in every language. */
export function termsOf(texts: ServerText, own: string | null): Terms {
  const text = (language: Language): string => own ?? texts('terms', language);
  const version = createHash('sha256')
    .update(JSON.stringify(supportedLanguages.map(text)))
    .digest('hex')
    .slice(0, VERSION_LENGTH);
  return { version, text };
}
