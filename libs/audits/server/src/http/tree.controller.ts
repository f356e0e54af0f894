import { Body, Controller, Delete, Get, Inject, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  changedTreeItem,
  changeTreeItemBody,
  createTreeItemBody,
  deleteTreeItemQuery,
  originalItemId,
  treeItemRead,
  treeQuery,
  type ChangedTreeItem,
  type ChangeTreeItemBody,
  type CreateTreeItemBody,
  type DeleteTreeItemQuery,
  type ItemId,
  type TreeItemRead,
  type TreeQuery,
} from '@cotejo/audits-contracts';
import type { AuditView } from '@cotejo/audits-domain';
import { Refusal } from '@cotejo/http/contracts';
import { Answers, CurrentPrincipal, Requires, zodBody, zodParams, zodQuery } from '@cotejo/http/server';
import { z } from 'zod';
import { partIdOf } from '../room/command-identity.ts';
import { admitToAudit } from './admit-to-audit.ts';
import { ChangesPlan, EDITS } from './changes-plan.ts';
import { AUDITS_SERVICES, type AuditsServices } from './audits-services.ts';
import { changeTree, type Changed } from './change-tree.ts';
import { itemsWithin } from './items-within.ts';
import { readChanged, readPlan } from './read-plan.ts';
import { ThisCall, type Call } from './this-call.ts';
import {
  CREATE_REFUSALS,
  DELETE_REFUSALS,
  EDIT_REFUSALS,
  recordItemParams,
  recordParams,
  setBranchVersion,
  setVersion,
  type HeaderSink,
  type RecordItemParams,
  type RecordParams,
} from './tree-door.ts';
import { changeIntents, createIntent } from './tree-intents.ts';

/** Trees of audits, and of risk evaluations and libraries: read from the read models, changed through the room. */
@Controller('proyecto/riesgo/:model/:id/tree')
export class TreeController {
  constructor(@Inject(AUDITS_SERVICES) private readonly services: AuditsServices) {}

  /** The whole tree, nested; with an interval, what meets it and what that stands in. */
  @Get()
  @Requires('plan.access')
  @Answers({ data: z.array(treeItemRead), refusals: ['audit_not_found', 'dates_reversed'] })
  async tree(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(recordParams)) { model, id }: RecordParams,
    @Query(zodQuery(treeQuery)) { fecha_inicio: from, fecha_fin: to }: TreeQuery,
  ): Promise<TreeItemRead[]> {
    if (from !== undefined && to !== undefined && to < from) throw new Refusal(auditErrors, 'dates_reversed');
    const record = await admitToAudit(this.services.db, principal, id, 'plan.access', model);
    const { view, writer } = await readPlan(this.services, principal, record);
    if (from === undefined && to === undefined) return writer.tree();
    return writer.tree(itemsWithin(view, { from, to }));
  }

  /**
   * One item with what is under it. An action plan or evaluation is asked for by its own id, with its suffix;
   * where no such item is, the suffix is taken off and the finding behind it answers.
   */
  @Get(':itemId')
  @Requires('plan.access')
  @Answers({ data: treeItemRead, refusals: ['audit_not_found', 'item_not_found'] })
  async item(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(recordItemParams)) { model, id, itemId }: RecordItemParams,
    @Res({ passthrough: true }) response: HeaderSink,
  ): Promise<TreeItemRead> {
    const record = await admitToAudit(this.services.db, principal, id, 'plan.access', model);
    const around = [itemId, originalItemId(itemId)];
    const { view, writer } = await readPlan(this.services, principal, record, around);
    const item = writer.branch(itemId) ?? writer.branch(originalItemId(itemId));
    if (!item) throw new Refusal(auditErrors, 'item_not_found');
    setBranchVersion(response, view, item);
    return item;
  }

  /** A new item. */
  @Post()
  @ChangesPlan(['create_item'])
  @Answers({ data: changedTreeItem, refusals: CREATE_REFUSALS, headers: ['Idempotency-Key'] })
  async create(
    @ThisCall() call: Call,
    @Param(zodParams(recordParams)) { model, id }: RecordParams,
    @Body(zodBody(createTreeItemBody)) body: CreateTreeItemBody,
    @Res({ passthrough: true }) response: HeaderSink,
  ): Promise<ChangedTreeItem> {
    await admitToAudit(this.services.db, call.principal, id, 'plan.access', model);
    const item = body.id ?? (partIdOf(call.command, 'item') as ItemId);
    const changed = await changeTree(this.services, call, id, (state) => [createIntent(state, item, body)]);
    return this.answer(call, item, changed, response);
  }

  /** What has changed of an item: all of it, or nothing. */
  @Put(':itemId')
  @ChangesPlan(EDITS)
  @Answers({ data: changedTreeItem, refusals: EDIT_REFUSALS, headers: ['If-Match', 'Idempotency-Key'] })
  async change(
    @ThisCall() call: Call,
    @Param(zodParams(recordItemParams)) { model, id, itemId }: RecordItemParams,
    @Body(zodBody(changeTreeItemBody)) body: ChangeTreeItemBody,
    @Res({ passthrough: true }) response: HeaderSink,
  ): Promise<ChangedTreeItem> {
    await admitToAudit(this.services.db, call.principal, id, 'plan.access', model);
    const { rooms, clock } = this.services;
    const trial = { model: rooms.model, actor: call.principal.userId, now: clock().toISOString() };
    const plan = (view: AuditView) => changeIntents({ ...trial, view }, itemId, body);
    const changed = await changeTree(this.services, call, id, plan, itemId);
    return this.answer(call, itemId, changed, response);
  }

  /** Into the trash, with all that is under it. */
  @Delete(':itemId')
  @ChangesPlan(['delete_item'])
  @Answers({ data: changedTreeItem, refusals: DELETE_REFUSALS, headers: ['If-Match', 'Idempotency-Key'] })
  async remove(
    @ThisCall() call: Call,
    @Param(zodParams(recordItemParams)) { model, id, itemId }: RecordItemParams,
    @Query(zodQuery(deleteTreeItemQuery)) { compartido: shared }: DeleteTreeItemQuery,
    @Res({ passthrough: true }) response: HeaderSink,
  ): Promise<ChangedTreeItem> {
    await admitToAudit(this.services.db, call.principal, id, 'plan.access', model);
    const intent = { kind: 'delete_item', id: itemId, ...(shared && { shared }) } as const;
    const changed = await changeTree(this.services, call, id, () => [intent], itemId);
    return this.answer(call, itemId, changed, response);
  }

  private async answer(
    { principal }: Call,
    item: ItemId,
    changed: Changed,
    response: HeaderSink,
  ): Promise<ChangedTreeItem> {
    const answer = await readChanged(this.services, principal, item, changed);
    setVersion(response, answer);
    return answer;
  }
}
