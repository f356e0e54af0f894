import { Controller, Inject, Param, Query } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import { auditErrors } from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import {
  CurrentPrincipal,
  paramsOf,
  queryOf,
  Serves,
  type DataOf,
  type ParamsOf,
  type QueryOf,
} from '@cotejo/http/server';
import {
  FLOWCHART_FIELD,
  FLOWCHART_MAPS,
  textBody,
  textCalls as calls,
  worksheetErrors,
  type TextBody,
  type TextRevisionView,
} from '@cotejo/worksheets-contracts';
import type * as Y from 'yjs';
import { z } from 'zod';
import { NO_PROGRAMME, programmeTexts } from '../programme/programme-texts.ts';
import { latestTexts, revisionsOf } from '../texts/read-revisions.ts';
import { fillFragment, paragraphsOf, richTextNode } from '../texts/rich-text-document.ts';
import { toRevisionRow, toRevisionView, toTextViews } from '../texts/text-views.ts';
import { WORKSHEETS_SERVICES, type WorksheetsServices } from './worksheets-services.ts';

type Revision = ParamsOf<typeof calls.revision>;

/** Texts of worksheets as they are and were, for whoever only reads them. */
@Controller()
export class TextsController {
  constructor(@Inject(WORKSHEETS_SERVICES) private readonly services: WorksheetsServices) {}

  @Serves(calls.texts)
  async texts(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.texts)) { model, auditId, itemId }: ParamsOf<typeof calls.texts>,
  ): Promise<DataOf<typeof calls.texts>> {
    const { audits, db } = this.services;
    const { accountId } = principal;
    const { type } = await audits.item(principal, auditId, itemId, model);
    const rows = await latestTexts(db, accountId, auditId, itemId);
    const programme =
      type === 'step' ? await programmeTexts(this.services, accountId, auditId, itemId) : NO_PROGRAMME;
    return { textos: await toTextViews(this.services, accountId, rows, programme.texts) };
  }

  @Serves(calls.revisions)
  async revisions(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.revisions)) { model, auditId, itemId, campo }: ParamsOf<typeof calls.revisions>,
    @Query(queryOf(calls.revisions)) { antes, limite }: QueryOf<typeof calls.revisions>,
  ): Promise<DataOf<typeof calls.revisions>> {
    const { audits, db, directory } = this.services;
    const { accountId } = principal;
    await audits.item(principal, auditId, itemId, model);
    const of = { item: itemId, field: campo, before: antes };
    const rows = await revisionsOf(db, accountId, auditId, of, limite + 1);
    return {
      revisiones: rows.slice(0, limite).map((row) => toRevisionRow(directory, accountId, row)),
      hay_mas: rows.length > limite,
    };
  }

  @Serves(calls.revision)
  async revision(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.revision)) params: Revision,
  ): Promise<TextRevisionView> {
    return this.read(principal, params);
  }

  @Serves(calls.restore)
  async restore(
    @CurrentPrincipal() principal: Principal,
    @Param(paramsOf(calls.restore)) params: Revision,
  ): Promise<DataOf<typeof calls.restore>> {
    const { auditId: audit, itemId: item, campo } = params;
    const { cuerpo, redactado, alterado } =
      params.rev === 0 ? await this.brought(principal, params) : await this.read(principal, params);
    if (redactado) throw new Refusal(worksheetErrors, 'text_redacted');
    if (alterado) throw new Refusal(worksheetErrors, 'text_altered');
    const refused = await this.services.texts.writeAs(principal, { audit, item }, (document) =>
      writeBack(document, campo, cuerpo),
    );
    if (refused !== null) {
      const isKnown = refused in auditErrors.errors;
      throw new Refusal(isKnown ? auditErrors : worksheetErrors, isKnown ? refused : 'text_not_writable');
    }
    return { restaurada: true };
  }

  /** What an import brought, before anybody revised it. */
  private async brought(
    principal: Principal,
    { model, auditId, itemId, campo }: Revision,
  ): Promise<Pick<TextRevisionView, 'cuerpo' | 'redactado' | 'alterado'>> {
    await this.services.audits.item(principal, auditId, itemId, model);
    const { texts } = await programmeTexts(this.services, principal.accountId, auditId, itemId);
    const text = texts.get(campo);
    if (text === undefined) throw new Refusal(worksheetErrors, 'text_revision_not_found');
    return { cuerpo: textBody.parse(paragraphsOf(text)), redactado: false, alterado: false };
  }

  private async read(
    principal: Principal,
    { model, auditId, itemId, campo, rev }: Revision,
  ): Promise<TextRevisionView> {
    const { audits, db } = this.services;
    const { accountId } = principal;
    await audits.item(principal, auditId, itemId, model);
    const of = { item: itemId, field: campo, before: rev + 1 };
    const [row, before = null] = await revisionsOf(db, accountId, auditId, of, 2);
    if (row?.rev !== rev) throw new Refusal(worksheetErrors, 'text_revision_not_found');
    return toRevisionView(this.services, accountId, row, before);
  }
}

const drawing = z.object({
  nodes: z.record(z.string(), z.unknown()),
  edges: z.record(z.string(), z.unknown()),
});

/** Writes what a revision says in the place of what is there. */
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
