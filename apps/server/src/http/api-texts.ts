import { ErrorTexts, type Language } from '@cotejo/http/server';
import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };
import { pascal } from '@cotejo/record';
import { manifests } from '../manifests.ts';
import { loadErrorTexts } from './error-texts.ts';

const NAMESPACE = 'server';
/** Names of records with their error namespaces, by the name of their controller. */
const RECORDS: ReadonlyMap<string, { readonly record: string; readonly namespace: string }> = new Map(
  manifests.flatMap(({ records }) =>
    records.map(({ rules: { record }, errors: { namespace } }) => [
      pascal(record.name),
      { record: record.name, namespace },
    ]),
  ),
);

/** Texts of the API description in one language. */
export class ApiTexts {
  private readonly words = new ErrorTexts();
  private readonly refusals = loadErrorTexts();

  constructor(private readonly language: Language) {
    this.words.add(NAMESPACE, { es, en });
  }

  /** Purpose of a call; null if no text exists. */
  call(controller: string, handler: string): string | null {
    return (
      this.words.text(NAMESPACE, `calls.${controller}.${handler}`, this.language, {}) ??
      this.ofRecord(controller, handler)
    );
  }

  /** Subject of a controller's calls. */
  group(controller: string): string | null {
    return (
      this.words.text(NAMESPACE, `groups.${controller}`, this.language, {}) ??
      this.nameOf(controller, 'group')
    );
  }

  /** Purpose of a record's call: the record's own text for its own acts, else the text shared by all records. */
  private ofRecord(controller: string, handler: string): string | null {
    if (!RECORDS.has(controller)) return null;
    const own = this.own(controller, (of) => `calls.${of}${handler}`);
    const [one, many] = [this.nameOf(controller, 'one') ?? '', this.nameOf(controller, 'many') ?? ''];
    const text = own ?? this.refusals.text('record', `calls.${handler}`, this.language, { one, many });
    return text && text.charAt(0).toUpperCase() + text.slice(1);
  }

  private nameOf(controller: string, name: 'group' | 'one' | 'many'): string | null {
    return this.own(controller, (of) => `names.${of}${name}`);
  }

  /** A record's own text; a context with several records has a branch for each, as `names.task.one`. */
  private own(controller: string, keyOf: (branch: string) => string): string | null {
    const place = RECORDS.get(controller);
    if (place === undefined) return null;
    const { namespace, record } = place;
    return (
      this.refusals.text(namespace, keyOf(`${record}.`), this.language) ??
      this.refusals.text(namespace, keyOf(''), this.language)
    );
  }

  word(key: keyof typeof es.api, params: Readonly<Record<string, string>> = {}): string {
    return this.words.text(NAMESPACE, `api.${key}`, this.language, params) ?? key;
  }

  /** Text of a refusal. */
  refusal(namespace: string, code: string): string {
    // The placeholders' values are only known at runtime.
    return this.refusals.text(namespace, `errors.${code}`, this.language, {}) ?? code;
  }
}
