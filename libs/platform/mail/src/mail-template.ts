import { defaultLanguage, supportedLanguages, type Language } from '@cotejo/i18n';

/** What a template's file holds for each language; `text` by paragraphs, with holes `{{name}}`. */
export type MailWords = Readonly<
  Record<Language, { readonly subject: string; readonly text: readonly string[] }>
>;

/** Told in every mail of the person it goes to. */
const PERSON_VALUES = ['name', 'username', 'account'] as const;
type PersonValue = (typeof PERSON_VALUES)[number];

/** A mail in every language, and what must be told to fill it beside the person it goes to. */
export interface MailTemplate<Value extends string = string> {
  /** By which mails are counted and found, e.g. `password_reset`. */
  readonly kind: string;
  readonly words: MailWords;
  readonly values: readonly Value[];
}

export type MailValues<Value extends string> = Readonly<Record<Value, string | number>>;

interface GivenTemplate {
  readonly words: MailWords;
  readonly values?: readonly string[];
}
type ValueOf<G extends GivenTemplate> = G extends { readonly values: readonly (infer V extends string)[] }
  ? V
  : never;

const HOLE = /\{\{(\w+)\}\}/g;

/**
 * The templates of a context by their kinds.
 * @throws Error for one whose languages ask for other values than it says
 */
export function mailTemplates<const Given extends Readonly<Record<string, GivenTemplate>>>(
  given: Given,
): { readonly [Kind in keyof Given]: MailTemplate<ValueOf<Given[Kind]>> } {
  const made = Object.entries(given).map(([kind, { words, values = [] }]) => {
    for (const language of supportedLanguages) {
      const { subject, text } = words[language];
      const asked = new Set(
        [subject, ...text].flatMap((line) => [...line.matchAll(HOLE)].map(([, name]) => name)),
      );
      for (const name of PERSON_VALUES) asked.delete(name);
      if (values.length !== asked.size || !values.every((name) => asked.has(name)))
        throw new Error(`the mail ${kind} asks in ${language} for: ${[...asked].join(', ')}`);
    }
    return [kind, { kind, words, values }];
  });
  return Object.fromEntries(made) as { [Kind in keyof Given]: MailTemplate<ValueOf<Given[Kind]>> };
}

/** Subject and text in a language, the product's own where there is none. */
export function composeMail<Value extends string>(
  { words }: MailTemplate<Value>,
  language: Language | null,
  told: MailValues<Value | PersonValue>,
): { readonly subject: string; readonly text: string } {
  const { subject, text } = words[language ?? defaultLanguage];
  return { subject: filled(subject, told), text: filled(`${text.join('\n\n')}\n`, told) };
}

/** Each hole once: a person who is named `{{link}}` gets no link, and takes nobody's. */
const filled = (text: string, told: Readonly<Record<string, string | number>>): string =>
  text.replace(HOLE, (hole, name: string) => (Object.hasOwn(told, name) ? String(told[name]) : hole));
