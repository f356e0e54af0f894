import { Controller, Get, Inject, Param } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import { auditErrors, auditId, itemId } from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import { CurrentPrincipal, Requires, zodParams } from '@cotejo/http/server';
import type { StepProgrammeView } from '@cotejo/worksheets-contracts';
import { z } from 'zod';
import { readStepProgramme } from '../programme/read-step-programme.ts';
import { WORKSHEETS_SERVICES, type WorksheetsServices } from './worksheets-services.ts';

const stepParams = z.object({ auditId, itemId });

/** What a step says that is to be done. */
@Controller('proyecto/riesgo/auditoria/:auditId/tree/:itemId/programa')
export class StepProgrammeController {
  constructor(@Inject(WORKSHEETS_SERVICES) private readonly services: WorksheetsServices) {}

  /** Objective and instructions; empty, at version -1, while nobody has written any. */
  @Get()
  @Requires('plan.access')
  async read(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(stepParams)) params: z.infer<typeof stepParams>,
  ): Promise<StepProgrammeView> {
    const { audits, db, vault } = this.services;
    const { type } = await audits.item(principal, params.auditId, params.itemId);
    if (type !== 'step') throw new Refusal(auditErrors, 'item_not_found');
    return readStepProgramme(db, vault, principal.accountId, params.auditId, params.itemId);
  }
}
