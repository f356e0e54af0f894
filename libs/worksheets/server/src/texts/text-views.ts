import type { SealedText } from '@cotejo/audits-contracts';
import type { AccessDirectory, AccountId } from '@cotejo/access-contracts';
import {
  FLOWCHART_FIELD,
  textBody,
  type TextBody,
  type TextRevisionRow,
  type TextRevisionView,
  type WorksheetTextView,
} from '@cotejo/worksheets-contracts';
import { diffText } from '@cotejo/worksheets-domain';
import { personOf } from '../person-of.ts';
import type { RevisionRow } from './read-revisions.ts';
import { paragraphsOf, readableText, richTextOfBody } from './rich-text-document.ts';
import type { TextVault } from './text-vault.ts';

/** Sources of text views. */
export interface TextSources {
  readonly vault: TextVault;
  readonly directory: AccessDirectory;
}

interface Content {
  readonly cuerpo: TextBody | null;
  readonly texto: string;
  readonly redactado: boolean;
  readonly alterado: boolean;
}

const EMPTY: Content = { cuerpo: null, texto: '', redactado: false, alterado: false };

export const sealOf = ({ ref, hash, length }: RevisionRow): SealedText | null =>
  ref === null || hash === null || length === null ? null : { ref, hash, length };

/** A revision without its content. */
export function toRevisionRow(
  directory: AccessDirectory,
  account: AccountId,
  { itemId, field, rev, characters, authors, at, version }: RevisionRow,
): TextRevisionRow {
  return {
    modelo_id: itemId,
    campo: field,
    rev,
    caracteres: characters,
    autores: authors.map(personOf(directory, account)),
    momento: at,
    version,
  };
}

/**
 * One view for each of these revisions, and for imported texts without a revision. An altered text is marked
 * as such and has no content.
 */
export async function toTextViews(
  { vault, directory }: TextSources,
  account: AccountId,
  rows: readonly RevisionRow[],
  programme: ReadonlyMap<string, string>,
): Promise<WorksheetTextView[]> {
  const contents = await contentsOf(vault, account, rows);
  const revised = rows.map((row): WorksheetTextView => {
    const { modelo_id: _, ...facts } = toRevisionRow(directory, account, row);
    return { ...facts, ...(contents.get(row) ?? EMPTY) };
  });
  const known = new Set(rows.map(({ field }) => field));
  const brought = [...programme].flatMap(([campo, texto]): WorksheetTextView[] => {
    if (known.has(campo)) return [];
    const facts = { campo, rev: 0, caracteres: texto.length, autores: [], momento: null, version: -1 };
    return [
      { ...facts, cuerpo: textBody.parse(paragraphsOf(texto)), texto, redactado: false, alterado: false },
    ];
  });
  return [...revised, ...brought].sort((a, b) => (a.campo < b.campo ? -1 : 1));
}

/** A revision with its content and its diff. */
export async function toRevisionView(
  { vault, directory }: TextSources,
  account: AccountId,
  row: RevisionRow,
  before: RevisionRow | null,
): Promise<TextRevisionView> {
  const contents = await contentsOf(vault, account, before ? [row, before] : [row]);
  const now = contents.get(row) ?? EMPTY;
  const then = (before && contents.get(before)) ?? EMPTY;
  const isKnown = ({ redactado, alterado }: Content): boolean => !redactado && !alterado;
  const isComparable = row.field !== FLOWCHART_FIELD && isKnown(now) && isKnown(then);
  return {
    ...toRevisionRow(directory, account, row),
    ...now,
    anterior: before?.rev ?? null,
    diferencias: isComparable ? diffText(then.texto, now.texto) : null,
  };
}

async function contentsOf(
  vault: TextVault,
  account: AccountId,
  rows: readonly RevisionRow[],
): Promise<ReadonlyMap<RevisionRow, Content>> {
  const sealed = rows.flatMap((row) => {
    const seal = sealOf(row);
    return seal ? [{ row, seal }] : [];
  });
  const opened = await vault.read(
    account,
    sealed.map(({ seal }) => seal),
  );
  const contents = new Map<RevisionRow, Content>(rows.map((row) => [row, EMPTY]));
  for (const [index, { row }] of sealed.entries()) {
    const { state = 'missing', body = null } = opened[index] ?? {};
    contents.set(
      row,
      body === null
        ? { ...EMPTY, redactado: state === 'redacted', alterado: state !== 'redacted' }
        : readBody(row.field, body),
    );
  }
  return contents;
}

function readBody(field: string, body: string): Content {
  if (field === FLOWCHART_FIELD) return { ...EMPTY, cuerpo: textBody.parse(JSON.parse(body)) };
  const rich = richTextOfBody(body);
  return { ...EMPTY, cuerpo: textBody.parse(rich), texto: readableText(rich) };
}
