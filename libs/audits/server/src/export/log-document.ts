import {
  changeSentence,
  kindsOf,
  systemTaskOf,
  valuesInWords,
  type ChangeKind,
  type ChangeRow,
  type ChangeSpeech,
} from '@cotejo/audits-contracts';
import type { ColumnKind, DocumentFormat } from '@cotejo/documents';
import type { DocumentHead, DocumentRow } from '@cotejo/documents/server';
import {
  addTranslations,
  createI18n,
  formatters,
  type Formatters,
  type Language,
  type TranslationBundle,
} from '@cotejo/i18n';
import { auditsServerTranslations } from '../translations.ts';

/** What is told of a file beside its changes. */
export interface LogFacts {
  readonly code: string;
  readonly name: string;
  readonly version: number;
  readonly link: string;
  readonly count: number;
  readonly madeBy: string;
  /** ISO 8601. */
  readonly madeAt: string;
  readonly people: readonly string[] | null;
  readonly types: readonly string[] | null;
  readonly item: { readonly name: string; readonly withBranch: boolean } | null;
  readonly since: string | null;
  readonly until: string | null;
}

/** People count the first version as 1, as screens do. */
const shownVersion = (version: number): number => version + 1;

const COLUMNS: readonly (readonly [key: string, kind: ColumnKind, width: number])[] = [
  ['version', 'number', 9],
  ['at', 'text', 20],
  ['who', 'text', 24],
  ['item', 'text', 40],
  ['change', 'text', 60],
  ['values', 'text', 50],
];

/** Puts a change log into words, in one language. */
export class LogWriter {
  private readonly speech: ChangeSpeech;
  private readonly format: Formatters;
  private readonly text: (key: string, words?: Readonly<Record<string, unknown>>) => string;

  /**
   * @param zone IANA name of the time zone in which moments are written
   * @param bundles texts of every context whose changes the log holds
   */
  constructor(language: Language, zone: string, bundles: readonly TranslationBundle[]) {
    this.format = formatters(language, zone);
    const i18n = createI18n({ language, resources: [auditsServerTranslations] });
    addTranslations(i18n, bundles);
    const known = new Map<string, string | null>();
    const find = (type: string): string | null =>
      bundles.find(({ namespace }) => i18n.exists(`${namespace}:change.${type}`))?.namespace ?? null;
    this.text = (key, words = {}) => i18n.t(`audits-server:log.${key}`, words);
    this.speech = {
      text: (key, words = {}) => i18n.t(key, words),
      format: this.format,
      nothing: this.text('nothing'),
      namespaceOf: (type) => {
        const before = known.get(type);
        if (before !== undefined) return before;
        const namespace = find(type);
        known.set(type, namespace);
        return namespace;
      },
    };
  }

  fileName(code: string, format: DocumentFormat): string {
    return this.text('file', { code, format });
  }

  head(format: DocumentFormat, facts: LogFacts): DocumentHead {
    const { text } = this;
    const { code, name, version, link, count, madeBy, madeAt } = facts;
    const subject = `${code} ${name}`;
    return {
      format,
      title: text('title'),
      subject,
      footer: `${subject} · ${link}`,
      keywords: link,
      facts: [
        [text('audit'), subject],
        [text('version'), this.format.number(shownVersion(version), 0)],
        [text('link'), link],
        ['', text('linkHelp')],
        [text('count'), this.format.number(count)],
        [text('made'), text('madeBy', { name: madeBy, at: madeAt })],
        [text('filter'), this.filterOf(facts)],
      ],
      columns: COLUMNS.map(([key, kind, width]) => ({ title: text(`column.${key}`), kind, width })),
      sheets: [text('sheet'), text('proof')],
      page: text('page'),
    };
  }

  cells(row: ChangeRow): DocumentRow {
    const { version, at, actor, item } = row;
    return [
      String(shownVersion(version)),
      this.format.dateTime(at),
      actor.name === '' ? this.nobody(actor.id) : actor.name,
      item === null ? '' : [item.code, item.name].filter(Boolean).join(' '),
      changeSentence(row, this.speech) ?? this.text('other'),
      valuesInWords(row, this.speech)
        .map(({ label, from, to }) => `${label}: ${from} → ${to}`)
        .join('\n'),
    ];
  }

  /** Who has no name: a part of the system, or somebody who was forgotten. */
  private nobody(id: string): string {
    const task = systemTaskOf(id);
    return task === null ? this.text('unnamed') : this.speech.text(`audits-contracts:systemActors.${task}`);
  }

  private readonly kindWords = (kind: ChangeKind): string =>
    this.speech.text(`audits-contracts:changeKind.${kind}`);

  private filterOf({ people, types, item, since, until }: LogFacts): string {
    const { text } = this;
    const parts = [
      people && text('people', { names: people.join(', ') }),
      types && text('types', { types: kindsOf(types).map(this.kindWords).join(', ') }),
      item && text(item.withBranch ? 'branch' : 'item', { name: item.name }),
      since && text('since', { at: since }),
      until && text('until', { at: until }),
    ].filter((part): part is string => part !== null && part !== '');
    return parts.length === 0 ? text('unfiltered') : parts.join(' · ');
  }
}
