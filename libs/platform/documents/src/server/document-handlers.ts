import { readFile } from 'node:fs/promises';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import { InvalidRequest, type Handlers } from '@cotejo/http/server';
import { inTurn, type WorkLimiter } from '@cotejo/http/shares';
import { createI18n, type Language } from '@cotejo/i18n';
import type { Asker } from '@cotejo/record/server';
import { tooLarge, type documentCalls } from '../document-calls.ts';
import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };
import { tableDocument, type TableDocument } from '../table-document.ts';
import { documentAnswer } from './document-answer.ts';
import { writeDocument, type DocumentHead } from './write-document.ts';

/** Cells of a PDF or Word document, each of which is laid out: 10,000 rows of ten columns fill some 500 pages. */
const MOST_LAID_OUT_CELLS = 100_000;

const NAMESPACE = 'documents';
const i18n = createI18n({ resources: [{ namespace: NAMESPACE, es, en }] });

/** Documents of tables that callers hold. */
export const documentHandlers = ({
  documents,
}: {
  readonly documents: Pick<WorkLimiter, 'take'>;
}): Handlers<typeof documentCalls, Asker> => ({
  write: async ({ principal, upload, language, gone: signal }) => {
    const table = readTable(await readFile(upload.path));
    const { title, format, columns, rows } = table;
    if (format !== 'xlsx' && rows.length * columns.length > MOST_LAID_OUT_CELLS) throw tooLarge();
    const asker = { id: principal.userId, account: principal.accountId, signal };
    const head = headOf(table, language);
    const bytes = await inTurn(
      asker,
      documents.take(() => writeDocument(head, [rows], signal), asker),
    );
    return documentAnswer(bytes, { name: `${title}.${format}`, format });
  },
});

/** @throws Refusal `malformed_json`, `invalid_request` with the fields at fault */
function readTable(bytes: Uint8Array): TableDocument {
  const read = tableDocument.safeParse(jsonOf(bytes), { reportInput: true });
  if (!read.success) throw new InvalidRequest(read.error);
  return read.data;
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(httpErrors, 'malformed_json');
  }
}

function headOf({ format, title, facts, columns }: TableDocument, lng: Language): DocumentHead {
  const text = (key: 'page' | 'about') => i18n.t(`${NAMESPACE}:${key}`, { lng });
  return {
    ...{ format, title, facts, columns, subject: '', footer: title, keywords: '' },
    ...{ sheets: [title, text('about')], page: text('page') },
  };
}
