import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  auditId,
  planAtAnswer,
  planAtQuery,
  planChangesAnswer,
  planRowsAnswer,
  planRowsQuery,
  planChangesQuery,
  type AuditId,
  type PlanAtAnswer,
  type PlanAtQuery,
  type PlanChangesAnswer,
  type PlanChangesQuery,
  type PlanRowsAnswer,
  type PlanRowsQuery,
} from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import { Answers, CallerGone, CurrentPrincipal, Requires, zodParams, zodQuery } from '@cotejo/http/server';
import { z } from 'zod';
import type { PastAudit, PointInTime } from '../history/audit-history.ts';
import type { Asker } from '../history/turns.ts';
import { admitToAudit } from './admit-to-audit.ts';
import { AUDITS_SERVICES, type AuditsServices } from './audits-services.ts';
import { toPlanAt, toPlanChanges } from './history-mapping.ts';
import { toPlanRows } from './plan-rows-mapping.ts';
import { inTurn } from './in-turn.ts';
import { People } from './people.ts';

const auditParams = z.object({ id: auditId });

/** An audit's plan as it was, for whoever may read it as it is. */
@Controller('proyecto/riesgo/auditoria/:id')
export class HistoryController {
  constructor(@Inject(AUDITS_SERVICES) private readonly services: AuditsServices) {}

  /** The plan at a version or moment. */
  @Get('plan')
  @Requires('plan.access')
  @Answers({ data: planAtAnswer, refusals: ['audit_not_found', 'version_not_reached', 'not_created_yet'] })
  async planAt(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(auditParams)) { id }: z.infer<typeof auditParams>,
    @Query(zodQuery(planAtQuery)) { version, at }: PlanAtQuery,
    @CallerGone() gone: AbortSignal,
  ): Promise<PlanAtAnswer> {
    return toPlanAt(await this.past(principal, id, pointOf(version, at), gone), this.people(principal));
  }

  /** The same in rows, for whoever goes from version to version: what differs from the one that they hold. */
  @Get('plan/filas')
  @Requires('plan.access')
  @Answers({
    data: planRowsAnswer,
    refusals: ['audit_not_found', 'version_not_reached', 'not_created_yet'],
  })
  async planRows(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(auditParams)) { id }: z.infer<typeof auditParams>,
    @Query(zodQuery(planRowsQuery)) { version, at, base }: PlanRowsQuery,
    @CallerGone() gone: AbortSignal,
  ): Promise<PlanRowsAnswer> {
    const past = await this.past(principal, id, pointOf(version, at), gone);
    // Only what is at hand: reading a second version would take longer than telling all of this one.
    const held = base === undefined ? null : this.services.rooms.history.recall(id, base);
    return toPlanRows(past, held, this.people(principal));
  }

  private async past(
    principal: Principal,
    id: AuditId,
    point: PointInTime,
    gone: AbortSignal,
  ): Promise<PastAudit> {
    await admitToAudit(this.services.db, principal, id, 'plan.access');
    const asker: Asker = { id: principal.userId, account: principal.accountId, signal: gone };
    const past = await inTurn(asker, this.services.rooms.history.at(id, point, asker));
    requireOwn(principal, past);
    return past;
  }

  /** What differs between two versions. */
  @Get('changes')
  @Requires('plan.history')
  @Answers({
    data: planChangesAnswer,
    refusals: ['audit_not_found', 'version_not_reached', 'versions_reversed'],
  })
  async changes(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(auditParams)) { id }: z.infer<typeof auditParams>,
    @Query(zodQuery(planChangesQuery)) { from, to }: PlanChangesQuery,
    @CallerGone() gone: AbortSignal,
  ): Promise<PlanChangesAnswer> {
    await admitToAudit(this.services.db, principal, id, 'plan.history');
    if (to !== undefined && to < from) throw new Refusal(auditErrors, 'versions_reversed');
    const asker: Asker = { id: principal.userId, account: principal.accountId, signal: gone };
    const until: PointInTime = to === undefined ? 'now' : { version: to };
    const [before, after] = await inTurn(
      asker,
      this.services.rooms.history.between(id, { version: from }, until, asker),
    );
    requireOwn(principal, after);
    return toPlanChanges(before, after, this.people(principal), this.services.rooms.history.slices);
  }

  private people({ accountId }: Principal): People {
    return new People(this.services.directory, accountId);
  }
}

const pointOf = (version: number | undefined, at: string | undefined): PointInTime =>
  version !== undefined ? { version } : at !== undefined ? { moment: microsOf(at) } : 'now';

/** Another account's audit looks like one that does not exist. */
function requireOwn({ accountId }: Principal, past: PastAudit): void {
  if (past.state.account !== accountId) throw new Refusal(auditErrors, 'audit_not_found');
}

/** Microseconds since 1970 of an ISO 8601 moment with an offset: `Date` alone would drop the last three digits. */
function microsOf(moment: string): bigint {
  const micros = /\.(\d+)/.exec(moment)?.[1]?.slice(0, 6).padEnd(6, '0') ?? '0';
  return BigInt(Date.parse(moment.replace(/\.\d+/, ''))) * 1_000n + BigInt(micros);
}
