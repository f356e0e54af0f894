import { ErrorTexts, type Language } from '@cotejo/http/server';
import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };
import { loadErrorTexts } from './error-texts.ts';

const NAMESPACE = 'server';

/** Words of the description of the API in one language. */
export class ApiTexts {
  private readonly words = new ErrorTexts();
  private readonly refusals = loadErrorTexts();

  constructor(private readonly language: Language) {
    this.words.add(NAMESPACE, { es, en });
  }

  /** What a door is for; null where nobody has said it. */
  door(controller: string, handler: string): string | null {
    return this.words.text(NAMESPACE, `doors.${controller}.${handler}`, this.language, {}) ?? null;
  }

  /** What the doors of a controller are about. */
  group(controller: string): string | null {
    return this.words.text(NAMESPACE, `groups.${controller}`, this.language, {}) ?? null;
  }

  word(key: keyof typeof es.api, params: Readonly<Record<string, string>> = {}): string {
    return this.words.text(NAMESPACE, `api.${key}`, this.language, params) ?? key;
  }

  /** The sentence of a refusal, as people read it. */
  refusal(namespace: string, code: string): string {
    // What a sentence names is known only when it is said.
    return this.refusals.text(namespace, `errors.${code}`, this.language, {}) ?? code;
  }
}
