import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  auditId,
  planAtQuery,
  planChangesQuery,
  type AuditId,
  type PlanAtAnswer,
  type PlanAtQuery,
  type PlanChangesAnswer,
  type PlanChangesQuery,
} from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import { CurrentPrincipal, Requires, zodParams, zodQuery } from '@cotejo/http/server';
import { z } from 'zod';
import type { PastAudit, PointInTime } from '../history/audit-history.ts';
import { admitToAudit } from './admit-to-audit.ts';
import { AUDITS_SERVICES, type AuditsServices } from './audits-services.ts';
import { People } from './contract-mapping.ts';
import { toPlanAt, toPlanChanges } from './history-mapping.ts';

const auditParams = z.object({ id: auditId });

/** An audit's plan as it was, for whoever may read it as it is. */
@Controller('proyecto/riesgo/auditoria/:id')
export class HistoryController {
  constructor(@Inject(AUDITS_SERVICES) private readonly services: AuditsServices) {}

  /** The plan at a version or moment. */
  @Get('plan')
  @Requires('plan.access')
  async planAt(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(auditParams)) { id }: z.infer<typeof auditParams>,
    @Query(zodQuery(planAtQuery)) { version, at }: PlanAtQuery,
  ): Promise<PlanAtAnswer> {
    await admitToAudit(this.services.db, principal, id, 'plan.access');
    const point: PointInTime =
      version !== undefined ? { version } : at !== undefined ? { moment: microsOf(at) } : 'now';
    return toPlanAt(await this.past(principal, id, point), this.people(principal));
  }

  /** What differs between two versions. */
  @Get('changes')
  @Requires('plan.history')
  async changes(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(auditParams)) { id }: z.infer<typeof auditParams>,
    @Query(zodQuery(planChangesQuery)) { from, to }: PlanChangesQuery,
  ): Promise<PlanChangesAnswer> {
    await admitToAudit(this.services.db, principal, id, 'plan.history');
    if (to !== undefined && to < from) throw new Refusal(auditErrors, 'versions_reversed');
    const before = await this.past(principal, id, { version: from });
    const after = await this.past(principal, id, to === undefined ? 'now' : { version: to });
    return toPlanChanges(before, after, this.people(principal));
  }

  private async past(principal: Principal, id: AuditId, point: PointInTime): Promise<PastAudit> {
    const past = await this.services.rooms.history.at(id, point);
    // Another account's audit looks like one that does not exist.
    if (past.state.account !== principal.accountId) throw new Refusal(auditErrors, 'audit_not_found');
    return past;
  }

  private people({ accountId }: Principal): People {
    return new People(this.services.directory, accountId);
  }
}

/** Microseconds since 1970 of an ISO 8601 moment with an offset: `Date` alone would drop the last three digits. */
function microsOf(moment: string): bigint {
  const micros = /\.(\d+)/.exec(moment)?.[1]?.slice(0, 6).padEnd(6, '0') ?? '0';
  return BigInt(Date.parse(moment.replace(/\.\d+/, ''))) * 1_000n + BigInt(micros);
}
