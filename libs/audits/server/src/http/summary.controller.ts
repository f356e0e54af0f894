import { Controller, Get, Inject, Param } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import { auditSummary, treeConfigs, type AuditSummary, type TreeConfigs } from '@cotejo/audits-contracts';
import { Answers, CurrentPrincipal, Requires, zodParams } from '@cotejo/http/server';
import { admitToAudit } from './admit-to-audit.ts';
import { AUDITS_SERVICES, type AuditsServices } from './audits-services.ts';
import { toTreeConfigs } from './figure-mapping.ts';
import { readPlan } from './read-plan.ts';
import { readSummary } from './read-summary.ts';
import { recordParams, type RecordParams } from './tree-door.ts';

/** How a record goes, and what it takes to show its figures. */
@Controller('proyecto/riesgo/:model/:id')
export class SummaryController {
  constructor(@Inject(AUDITS_SERVICES) private readonly services: AuditsServices) {}

  /** Progress, statuses, signatures, notes, risks, findings and hours; the same that the live summary tells. */
  @Get('resumen')
  @Requires('plan.access')
  @Answers({ data: auditSummary, refusals: ['audit_not_found'] })
  async summary(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(recordParams)) { model, id }: RecordParams,
  ): Promise<AuditSummary> {
    const entry = await admitToAudit(this.services.db, principal, id, 'plan.access', model);
    return readSummary(this.services, principal, entry);
  }

  /** Risk levels with their colours, strengths of controls, criteria of design, and the phase of execution. */
  @Get('configuracion')
  @Requires('plan.access')
  @Answers({ data: treeConfigs, refusals: ['audit_not_found'] })
  async configs(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(recordParams)) { model, id }: RecordParams,
  ): Promise<TreeConfigs> {
    const record = await admitToAudit(this.services.db, principal, id, 'plan.access', model);
    const { view } = await readPlan(this.services, principal, record, []);
    return toTreeConfigs(view);
  }
}
