import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import type { PermissionKey, Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  auditId,
  itemId,
  originalItemId,
  type AuditId,
  type ChangeRow,
  type TreeItemView,
} from '@cotejo/audits-contracts';
import { Refusal } from '@cotejo/http/contracts';
import { CurrentPrincipal, Requires, zodParams, zodQuery } from '@cotejo/http/server';
import { z } from 'zod';
import { readChangesBefore } from '../read-models/read-change-log.ts';
import { readTree } from '../read-models/read-tree.ts';
import { admitToAudit } from './admit-to-audit.ts';
import { AUDITS_SERVICES, type AuditsServices } from './audits-services.ts';
import { findInTree, People, toChangeRow, toTreeViews } from './contract-mapping.ts';

const auditParams = z.object({ id: auditId });
const itemParams = z.object({ id: auditId, itemId });
/** Items carry no dates of their own yet, so an interval leaves none of them out. */
const interval = z.object({ fecha_inicio: z.iso.date().optional(), fecha_fin: z.iso.date().optional() });
const page = z.object({
  antes: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
  limite: z.coerce.number().int().min(1).max(200).default(50),
});

/** Reading an audit's plan and its history; writing goes through the audit's room. */
@Controller('proyecto/riesgo/auditoria/:id')
export class PlanController {
  constructor(@Inject(AUDITS_SERVICES) private readonly services: AuditsServices) {}

  /** The whole plan, nested. */
  @Get('tree')
  @Requires('plan.access')
  async tree(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(auditParams)) { id }: z.infer<typeof auditParams>,
    @Query(zodQuery(interval)) { fecha_inicio, fecha_fin }: z.infer<typeof interval>,
  ): Promise<TreeItemView[]> {
    if (fecha_inicio !== undefined && fecha_fin !== undefined && fecha_fin < fecha_inicio) {
      throw new Refusal(auditErrors, 'dates_reversed');
    }
    await this.admit(principal, id, 'plan.access');
    return this.readViews(principal, id);
  }

  /**
   * One item with what is under it. An action plan or evaluation is asked for by its own id, with its suffix;
   * where no such item is, the suffix is taken off and the finding behind it answers.
   */
  @Get('tree/:itemId')
  @Requires('plan.access')
  async item(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(itemParams)) params: z.infer<typeof itemParams>,
  ): Promise<TreeItemView> {
    await this.admit(principal, params.id, 'plan.access');
    const views = await this.readViews(principal, params.id);
    const view = findInTree(views, params.itemId) ?? findInTree(views, originalItemId(params.itemId));
    if (!view) throw new Refusal(auditErrors, 'item_not_found');
    return view;
  }

  /** A page of the change log, newest first, before version `antes`. */
  @Get('historial')
  @Requires('plan.history')
  async history(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(auditParams)) { id }: z.infer<typeof auditParams>,
    @Query(zodQuery(page)) { antes, limite }: z.infer<typeof page>,
  ): Promise<ChangeRow[]> {
    await this.admit(principal, id, 'plan.history');
    const { db, directory } = this.services;
    const changes = await readChangesBefore(db, principal.accountId, id, antes ?? null, limite);
    const people = new People(directory, principal.accountId);
    return changes.map((change) => toChangeRow(change, people));
  }

  private admit(principal: Principal, id: AuditId, permission: PermissionKey): Promise<void> {
    return admitToAudit(this.services.db, principal, id, permission);
  }

  private async readViews(principal: Principal, id: AuditId): Promise<TreeItemView[]> {
    const { db, directory } = this.services;
    const rows = await readTree(db, principal.accountId, id);
    return toTreeViews(rows, new People(directory, principal.accountId));
  }
}
