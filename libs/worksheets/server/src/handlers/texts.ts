import type { Principal } from '@cotejo/access-contracts';
import { auditErrors } from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import type { Handlers, ParamsOf } from '@cotejo/http/server';
import {
  FLOWCHART_FIELD,
  FLOWCHART_MAPS,
  textBody,
  worksheetErrors,
  type stepProgrammeCalls,
  type TextBody,
  type textCalls,
  type TextRevisionView,
} from '@cotejo/worksheets-contracts';
import type * as Y from 'yjs';
import { z } from 'zod';
import { NO_PROGRAMME, programmeTexts } from '../programme/programme-texts.ts';
import { readStepProgramme } from '../programme/read-step-programme.ts';
import { latestTexts, revisionsOf } from '../texts/read-revisions.ts';
import { fillFragment, paragraphsOf, richTextNode } from '../texts/rich-text-document.ts';
import { toRevisionRow, toRevisionView, toTextViews } from '../texts/text-views.ts';
import type { WorksheetsServices } from '../worksheets-services.ts';

type Revision = ParamsOf<typeof textCalls.revision>;

/** Programme of a step. */
export const stepProgrammeHandlers = ({
  audits,
  db,
  vault,
}: WorksheetsServices): Handlers<typeof stepProgrammeCalls, Principal> => ({
  read: async ({ principal, params: { auditId, itemId } }) => {
    const { type } = await audits.item(principal, auditId, itemId);
    if (type !== 'step') throw new Refusal(auditErrors, 'item_not_found');
    return readStepProgramme(db, vault, principal.accountId, auditId, itemId);
  },
});

/** Texts of worksheets and their revisions, for callers that only read them. */
export function textHandlers(services: WorksheetsServices): Handlers<typeof textCalls, Principal> {
  const { audits, db, directory, texts } = services;
  return {
    texts: async ({ principal, params: { model, auditId, itemId } }) => {
      const { accountId } = principal;
      const { type } = await audits.item(principal, auditId, itemId, model);
      const rows = await latestTexts(db, accountId, auditId, itemId);
      const programme =
        type === 'step' ? await programmeTexts(services, accountId, auditId, itemId) : NO_PROGRAMME;
      return { textos: await toTextViews(services, accountId, rows, programme.texts) };
    },
    revisions: async ({ principal, params: { model, auditId, itemId, campo }, query: { antes, limite } }) => {
      const { accountId } = principal;
      await audits.item(principal, auditId, itemId, model);
      const of = { item: itemId, field: campo, before: antes };
      const rows = await revisionsOf(db, accountId, auditId, of, limite + 1);
      return {
        revisiones: rows.slice(0, limite).map((row) => toRevisionRow(directory, accountId, row)),
        hay_mas: rows.length > limite,
      };
    },
    revision: ({ principal, params }) => readRevision(services, principal, params),
    restore: async ({ principal, params }) => {
      const { auditId: audit, itemId: item, campo } = params;
      const { cuerpo, redactado, alterado } =
        params.rev === 0
          ? await readImported(services, principal, params)
          : await readRevision(services, principal, params);
      if (redactado) throw new Refusal(worksheetErrors, 'text_redacted');
      if (alterado) throw new Refusal(worksheetErrors, 'text_altered');
      const refused = await texts.writeAs(principal, { audit, item }, (document) =>
        writeBack(document, campo, cuerpo),
      );
      if (refused !== null) {
        const isKnown = refused in auditErrors.errors;
        throw new Refusal(isKnown ? auditErrors : worksheetErrors, isKnown ? refused : 'text_not_writable');
      }
      return { restaurada: true };
    },
  };
}

/** An imported text before its first revision. */
async function readImported(
  services: WorksheetsServices,
  principal: Principal,
  { model, auditId, itemId, campo }: Revision,
): Promise<Pick<TextRevisionView, 'cuerpo' | 'redactado' | 'alterado'>> {
  await services.audits.item(principal, auditId, itemId, model);
  const { texts } = await programmeTexts(services, principal.accountId, auditId, itemId);
  const text = texts.get(campo);
  if (text === undefined) throw new Refusal(worksheetErrors, 'text_revision_not_found');
  return { cuerpo: textBody.parse(paragraphsOf(text)), redactado: false, alterado: false };
}

async function readRevision(
  services: WorksheetsServices,
  principal: Principal,
  { model, auditId, itemId, campo, rev }: Revision,
): Promise<TextRevisionView> {
  const { audits, db } = services;
  const { accountId } = principal;
  await audits.item(principal, auditId, itemId, model);
  const of = { item: itemId, field: campo, before: rev + 1 };
  const [row, before = null] = await revisionsOf(db, accountId, auditId, of, 2);
  if (row?.rev !== rev) throw new Refusal(worksheetErrors, 'text_revision_not_found');
  return toRevisionView(services, accountId, row, before);
}

const drawing = z.object({
  nodes: z.record(z.string(), z.unknown()),
  edges: z.record(z.string(), z.unknown()),
});

/** Replaces the present text by the body of a revision. */
function writeBack(document: Y.Doc, field: string, body: TextBody | null): void {
  if (field !== FLOWCHART_FIELD) {
    const content = body === null ? { type: 'doc' } : richTextNode.parse(body);
    return fillFragment(document.getXmlFragment(field), content);
  }
  const { nodes, edges } = body === null ? { nodes: {}, edges: {} } : drawing.parse(body);
  refill(document.getMap(FLOWCHART_MAPS.nodes), nodes);
  refill(document.getMap(FLOWCHART_MAPS.edges), edges);
}

function refill(map: Y.Map<unknown>, entries: Readonly<Record<string, unknown>>): void {
  for (const key of map.keys()) if (!Object.hasOwn(entries, key)) map.delete(key);
  for (const [key, value] of Object.entries(entries)) map.set(key, value);
}
