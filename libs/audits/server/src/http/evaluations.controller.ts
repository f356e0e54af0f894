import { Body, Controller, Get, Headers, Inject, Param, Post, Query } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import {
  auditDetail,
  auditErrors,
  auditId,
  auditRow,
  auditStream,
  createEvaluationBody,
  evaluationsQuery,
  isEvaluation,
  recordTypeOf,
  treeItemRead,
  type AuditDetail,
  type AuditRow,
  type CreateEvaluationBody,
  type EvaluationsQuery,
  type TreeItemRead,
} from '@cotejo/audits-contracts';
import { httpErrors, idempotencyKey, Refusal } from '@cotejo/http/contracts';
import { Answers, CurrentPrincipal, Requires, zodBody, zodParams, zodQuery } from '@cotejo/http/server';
import { z } from 'zod';
import { findAudit, listEvaluations } from '../read-models/list-audits.ts';
import { readTeam } from '../read-models/read-team.ts';
import { admitToAudit, admitToItem } from './admit-to-audit.ts';
import { toAuditDetail, toAuditRow } from './audit-mapping.ts';
import { countNotesOf } from './count-notes.ts';
import { mayList } from './audit-policy.ts';
import { AUDITS_SERVICES, type AuditsServices } from './audits-services.ts';
import type { UnprojectedAudit } from './audits.controller.ts';
import { createAuditInAccount } from './create-audit.ts';
import { People } from './people.ts';
import { readPlan } from './read-plan.ts';
import { itemParams, recordItemParams, type ItemParams } from './tree-door.ts';

const evaluationParams = z.object({ id: auditId });
const unitParams = recordItemParams.omit({ model: true });

/** Risk evaluations and libraries of risks: records with a tree, which are no audits. */
@Controller('proyecto/riesgo')
export class EvaluationsController {
  constructor(@Inject(AUDITS_SERVICES) private readonly services: AuditsServices) {}

  /** The account's evaluations and libraries that the caller may see, newest first. */
  @Get('evaluacion')
  @Requires('pyr_evaluacion.list')
  @Answers({ data: z.array(auditRow) })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Query(zodQuery(evaluationsQuery)) { record_type, ano }: EvaluationsQuery,
  ): Promise<AuditRow[]> {
    const people = new People(this.services.directory, principal.accountId);
    const type = record_type === undefined ? undefined : recordTypeOf(record_type);
    const shown = (await listEvaluations(this.services.db, principal))
      .filter(
        (entry) => (type ?? entry.recordType) === entry.recordType && (ano ?? entry.year) === entry.year,
      )
      .filter((entry) => mayList(principal, entry));
    const notes = await countNotesOf(this.services.notes, principal.accountId, shown);
    return shown.map((entry) => toAuditRow(entry, people, notes));
  }

  /** One of them with its team and what the caller may do in it. */
  @Get('evaluacion/:id')
  @Requires('pyr_evaluacion.list')
  @Answers({ data: auditDetail, refusals: ['audit_not_found'] })
  async detail(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(evaluationParams)) { id }: z.infer<typeof evaluationParams>,
  ): Promise<AuditDetail> {
    const detail = await this.read(principal, id);
    if (!detail) throw new Refusal(auditErrors, 'audit_not_found');
    return detail;
  }

  /** Creates one; the answer is its detail, or `projected: false` after half a second. */
  @Post('evaluacion')
  @Requires('pyr_evaluacion.add')
  @Answers({
    data: auditDetail.extend({ projected: z.boolean() }),
    refusals: ['leader_not_found', 'member_not_found', 'beyond_own_rights', 'code_taken'],
    headers: ['Idempotency-Key'],
  })
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body(zodBody(createEvaluationBody)) body: CreateEvaluationBody,
    @Headers('idempotency-key') header: string | undefined,
  ): Promise<(AuditDetail & { readonly projected: true }) | UnprojectedAudit> {
    const key = idempotencyKey.safeParse(header);
    if (!key.success) throw new Refusal(httpErrors, 'invalid_request');
    const { id, code, version } = await createAuditInAccount(this.services, {
      principal,
      body,
      key: key.data,
    });
    const isReadable = await this.services.projection.waitFor(auditStream(id), version);
    const detail = isReadable ? await this.read(principal, id) : null;
    return detail ? { ...detail, projected: true } : { id, codigo: code, projected: false };
  }

  /** The branch of one business unit, or of any other item, of an evaluation. */
  @Get('evaluacion/:id/subdivision/:itemId/tree')
  @Requires('plan.access')
  @Answers({ data: treeItemRead, refusals: ['audit_not_found', 'item_not_found'] })
  async subdivision(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(unitParams)) { id, itemId }: z.infer<typeof unitParams>,
  ): Promise<TreeItemRead> {
    const record = await admitToAudit(this.services.db, principal, id, 'plan.access', 'evaluacion');
    return this.branch(principal, record, itemId);
  }

  /** The same by the unit's id alone. */
  @Get(['evaluacion/subdivision/:id/tree', 'subdivision/:id/tree'])
  @Requires('plan.access')
  @Answers({ data: treeItemRead, refusals: ['item_not_found'] })
  async subdivisionAlone(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(itemParams)) { id }: ItemParams,
  ): Promise<TreeItemRead> {
    const record = await admitToItem(this.services.db, principal, id, 'plan.access');
    if (!isEvaluation(record.recordType)) throw new Refusal(auditErrors, 'item_not_found');
    return this.branch(principal, record, id);
  }

  private async branch(
    principal: Principal,
    record: Parameters<typeof readPlan>[2],
    item: ItemParams['id'],
  ): Promise<TreeItemRead> {
    const { writer } = await readPlan(this.services, principal, record, [item]);
    const branch = writer.branch(item);
    if (!branch) throw new Refusal(auditErrors, 'item_not_found');
    return branch;
  }

  private async read(principal: Principal, id: AuditRow['id']): Promise<AuditDetail | null> {
    const { db, directory, notes } = this.services;
    const entry = await findAudit(db, principal, id);
    if (!entry || !isEvaluation(entry.recordType) || !mayList(principal, entry)) return null;
    const team = await readTeam(db, principal.accountId, id);
    const people = new People(directory, principal.accountId);
    return toAuditDetail(
      entry,
      team,
      principal,
      people,
      await countNotesOf(notes, principal.accountId, [entry]),
    );
  }
}
