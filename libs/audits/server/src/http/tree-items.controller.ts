import { Body, Controller, Delete, Get, Inject, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  auditId,
  changedTreeItem,
  changeTreeItemBody,
  createTreeItemBody,
  deleteTreeItemQuery,
  itemId,
  treeItemFields,
  treeItemRead,
  treeItemsQuery,
  treeItemTypeParam,
  type ChangedTreeItem,
  type ChangeTreeItemBody,
  type DeleteTreeItemQuery,
  type ItemType,
  type TreeItemFields,
  type TreeItemRead,
  type TreeItemsQuery,
} from '@cotejo/audits-contracts';
import { planInOrder } from '@cotejo/audits-domain';
import { Refusal } from '@cotejo/http/contracts';
import { Answers, CurrentPrincipal, Requires, zodBody, zodParams, zodQuery } from '@cotejo/http/server';
import { z } from 'zod';
import type { AuditListEntry } from '../read-models/list-audits.ts';
import { readItemType } from '../read-models/read-item-type.ts';
import { admitToAudit, admitToItem } from './admit-to-audit.ts';
import { ChangesPlan, EDITS } from './changes-plan.ts';
import { AUDITS_SERVICES, type AuditsServices } from './audits-services.ts';
import { readPlan } from './read-plan.ts';
import { ThisCall, type Call } from './this-call.ts';
import { CREATE_REFUSALS, DELETE_REFUSALS, EDIT_REFUSALS, type HeaderSink } from './tree-door.ts';
import { TreeController } from './tree.controller.ts';

const typeParams = z.object({ type: treeItemTypeParam });
const itemOfTypeParams = typeParams.extend({ id: itemId });
type ItemOfTypeParams = z.infer<typeof itemOfTypeParams>;

/** As a tree's own call, beside it whose tree; the address says the type. */
const createBody = z
  .object({
    ...createTreeItemBody.shape,
    item_tipo: createTreeItemBody.shape.item_tipo.optional(),
    auditoria: auditId.optional(),
    evaluacion: auditId.optional(),
  })
  .strict()
  .refine((body) => (body.nombre ?? body._nombre) !== undefined, { path: ['nombre'] })
  .refine(({ auditoria, evaluacion }) => (auditoria === undefined) !== (evaluacion === undefined), {
    path: ['auditoria'],
  });

/** Items by their type, wherever they stand: a list needs a record, one item its id alone. */
@Controller('proyecto/riesgo/tree_item/:type')
export class TreeItemsController {
  private readonly trees: TreeController;

  constructor(@Inject(AUDITS_SERVICES) private readonly services: AuditsServices) {
    this.trees = new TreeController(services);
  }

  /** The items of a type in a record, in the order of its tree. */
  @Get()
  @Requires('plan.access')
  @Answers({ data: z.array(treeItemFields), refusals: ['audit_not_found'] })
  async list(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(typeParams)) { type }: z.infer<typeof typeParams>,
    @Query(zodQuery(treeItemsQuery)) { auditoria, evaluacion }: TreeItemsQuery,
  ): Promise<TreeItemFields[]> {
    const record = await this.recordOf(principal, { auditoria, evaluacion });
    const { view, writer } = await readPlan(this.services, principal, record);
    return [...planInOrder(view)].flatMap((node) => {
      const fields = node.type === type ? writer.item(node.id) : null;
      return fields ? [fields] : [];
    });
  }

  /** One item with what is under it. */
  @Get(':id')
  @Requires('plan.access')
  @Answers({ data: treeItemRead, refusals: ['item_not_found'] })
  async item(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(itemOfTypeParams)) params: ItemOfTypeParams,
    @Res({ passthrough: true }) response: HeaderSink,
  ): Promise<TreeItemRead> {
    const { id } = await this.admit(principal, params);
    return this.trees.item(principal, { model: 'auditoria', id, itemId: params.id }, response);
  }

  /** A new item of this type. */
  @Post()
  @ChangesPlan(['create_item'])
  @Answers({ data: changedTreeItem, refusals: CREATE_REFUSALS, headers: ['Idempotency-Key'] })
  async create(
    @ThisCall() call: Call,
    @Param(zodParams(typeParams)) { type }: z.infer<typeof typeParams>,
    @Body(zodBody(createBody)) { auditoria, evaluacion, ...body }: z.infer<typeof createBody>,
    @Res({ passthrough: true }) response: HeaderSink,
  ): Promise<ChangedTreeItem> {
    const { id } = await this.recordOf(call.principal, { auditoria, evaluacion });
    const params = { model: 'auditoria', id } as const;
    return this.trees.create(call, params, { ...body, item_tipo: type }, response);
  }

  /** What has changed of an item. */
  @Put(':id')
  @ChangesPlan(EDITS)
  @Answers({ data: changedTreeItem, refusals: EDIT_REFUSALS, headers: ['If-Match', 'Idempotency-Key'] })
  async change(
    @ThisCall() call: Call,
    @Param(zodParams(itemOfTypeParams)) params: ItemOfTypeParams,
    @Body(zodBody(changeTreeItemBody)) body: ChangeTreeItemBody,
    @Res({ passthrough: true }) response: HeaderSink,
  ): Promise<ChangedTreeItem> {
    const { id } = await this.admit(call.principal, params);
    return this.trees.change(call, { model: 'auditoria', id, itemId: params.id }, body, response);
  }

  /** Into the trash, with all that is under it. */
  @Delete(':id')
  @ChangesPlan(['delete_item'])
  @Answers({ data: changedTreeItem, refusals: DELETE_REFUSALS, headers: ['If-Match', 'Idempotency-Key'] })
  async remove(
    @ThisCall() call: Call,
    @Param(zodParams(itemOfTypeParams)) params: ItemOfTypeParams,
    @Query(zodQuery(deleteTreeItemQuery)) query: DeleteTreeItemQuery,
    @Res({ passthrough: true }) response: HeaderSink,
  ): Promise<ChangedTreeItem> {
    const { id } = await this.admit(call.principal, params);
    return this.trees.remove(call, { model: 'auditoria', id, itemId: params.id }, query, response);
  }

  /** @throws Refusal `item_not_found`, also for an item of another type */
  private async admit(principal: Principal, { id, type }: ItemOfTypeParams): Promise<AuditListEntry> {
    const record = await admitToItem(this.services.db, principal, id, 'plan.access');
    if ((await this.typeOf(principal, record, id)) !== type) throw new Refusal(auditErrors, 'item_not_found');
    return record;
  }

  private typeOf(
    { accountId }: Principal,
    record: AuditListEntry,
    id: ItemOfTypeParams['id'],
  ): Promise<ItemType | null> {
    return readItemType(this.services.db, accountId, record.id, id);
  }

  private recordOf(principal: Principal, { auditoria, evaluacion }: TreeItemsQuery): Promise<AuditListEntry> {
    const id = auditoria ?? evaluacion;
    if (id === undefined) throw new Refusal(auditErrors, 'audit_not_found');
    const model = evaluacion === undefined ? 'auditoria' : 'evaluacion';
    return admitToAudit(this.services.db, principal, id, 'plan.access', model);
  }
}
