import { Body, Controller, Get, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import {
  changedTreeItem,
  restoreBody,
  trashRow,
  type ChangedTreeItem,
  type RestoreBody,
  type TrashRow,
} from '@cotejo/audits-contracts';
import { Answers, CurrentPrincipal, Requires, zodBody, zodParams } from '@cotejo/http/server';
import { z } from 'zod';
import { admitToAudit } from './admit-to-audit.ts';
import { ChangesPlan } from './changes-plan.ts';
import { AUDITS_SERVICES, type AuditsServices } from './audits-services.ts';
import { changeTree } from './change-tree.ts';
import { readChanged } from './read-plan.ts';
import { readTrash } from './read-trash.ts';
import { ThisCall, type Call } from './this-call.ts';
import {
  CHANGE_REFUSALS,
  recordItemParams,
  recordParams,
  setVersion,
  type HeaderSink,
  type RecordItemParams,
  type RecordParams,
} from './tree-door.ts';

/** What was deleted in a record, until it is purged. */
@Controller('proyecto/riesgo/:model/:id/papelera')
export class TrashController {
  constructor(@Inject(AUDITS_SERVICES) private readonly services: AuditsServices) {}

  /** Everything that was deleted by itself, the latest first. */
  @Get()
  @Requires('trashbin.access')
  @Answers({ data: z.array(trashRow), refusals: ['audit_not_found'] })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(recordParams)) { model, id }: RecordParams,
  ): Promise<TrashRow[]> {
    const record = await admitToAudit(this.services.db, principal, id, 'trashbin.access', model);
    return readTrash(this.services, principal, record, this.services.clock());
  }

  /** Brings an item back to its place, with what went along. */
  @Post(':itemId/restaurar')
  @HttpCode(200)
  @ChangesPlan(['restore_item'], 'trashbin.access')
  @Answers({
    data: changedTreeItem,
    refusals: [...CHANGE_REFUSALS, 'not_deleted', 'parent_deleted', 'target_not_found'],
    headers: ['If-Match', 'Idempotency-Key'],
  })
  async restore(
    @ThisCall() call: Call,
    @Param(zodParams(recordItemParams)) { model, id, itemId }: RecordItemParams,
    @Body(zodBody(restoreBody)) { conAncestros: withAncestors }: RestoreBody,
    @Res({ passthrough: true }) response: HeaderSink,
  ): Promise<ChangedTreeItem> {
    await admitToAudit(this.services.db, call.principal, id, 'trashbin.access', model);
    const intent = { kind: 'restore_item', id: itemId, ...(withAncestors && { withAncestors }) } as const;
    const changed = await changeTree(this.services, call, id, () => [intent], itemId);
    const answer = await readChanged(this.services, call.principal, itemId, changed);
    setVersion(response, answer);
    return answer;
  }
}
