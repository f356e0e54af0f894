import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import { changeRow, type ChangeRow } from '@cotejo/audits-contracts';
import { Answers, CurrentPrincipal, Requires, zodParams, zodQuery } from '@cotejo/http/server';
import { z } from 'zod';
import { readChangesBefore } from '../read-models/read-change-log.ts';
import { admitToAudit } from './admit-to-audit.ts';
import { AUDITS_SERVICES, type AuditsServices } from './audits-services.ts';
import { toChangeRow } from './change-mapping.ts';
import { People } from './people.ts';
import { recordParams, type RecordParams } from './tree-door.ts';

const page = z.object({
  antes: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
  limite: z.coerce.number().int().min(1).max(200).default(50),
});

/** The change log of a record. */
@Controller('proyecto/riesgo/:model/:id/historial')
export class PlanHistoryController {
  constructor(@Inject(AUDITS_SERVICES) private readonly services: AuditsServices) {}

  /** A page of the log, newest first, before version `antes`. */
  @Get()
  @Requires('plan.history')
  @Answers({ data: z.array(changeRow), refusals: ['audit_not_found'] })
  async history(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(recordParams)) { model, id }: RecordParams,
    @Query(zodQuery(page)) { antes, limite }: z.infer<typeof page>,
  ): Promise<ChangeRow[]> {
    const { db, directory } = this.services;
    await admitToAudit(db, principal, id, 'plan.history', model);
    const changes = await readChangesBefore(db, principal.accountId, id, antes ?? null, limite);
    const people = new People(directory, principal.accountId);
    return changes.map((change) => toChangeRow(change, people));
  }
}
