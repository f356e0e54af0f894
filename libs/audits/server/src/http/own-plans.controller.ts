import { Controller, Get, Inject } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import { ownActionPlanRow, type OwnActionPlanRow } from '@cotejo/audits-contracts';
import { Answers, Authenticated, CurrentPrincipal } from '@cotejo/http/server';
import { z } from 'zod';
import { readOwnPlans } from '../read-models/read-own-plans.ts';
import { AUDITS_SERVICES, type AuditsServices } from './audits-services.ts';
import { toOwnActionPlanRow } from './audit-mapping.ts';

/** What the audited see of audits: the plans that they themselves answer. */
@Controller('proyecto/riesgo/planes-accion')
export class OwnPlansController {
  constructor(@Inject(AUDITS_SERVICES) private readonly services: AuditsServices) {}

  /** The caller's own plans, whatever their role: being responsible is all the right it takes. */
  @Get('mios')
  @Authenticated()
  @Answers({ data: z.array(ownActionPlanRow) })
  async own(@CurrentPrincipal() principal: Principal): Promise<OwnActionPlanRow[]> {
    return (await readOwnPlans(this.services.db, principal)).map(toOwnActionPlanRow);
  }
}
