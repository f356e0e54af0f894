import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Res } from '@nestjs/common';
import type { Principal } from '@cotejo/access-contracts';
import {
  applyActionBody,
  changedTreeItem,
  changeRow,
  itemActionBodies,
  itemActionName,
  itemReading,
  treeItemFields,
  treeItemRead,
  type ChangedTreeItem,
  type ChangeRow,
  type ItemAction,
  type ItemActionName,
  type ItemId,
  type ItemReading,
  type TreeItemFields,
  type TreeItemRead,
} from '@cotejo/audits-contracts';
import type { AuditView } from '@cotejo/audits-domain';
import { Answers, CurrentPrincipal, InvalidRequest, Requires, zodBody, zodParams } from '@cotejo/http/server';
import { z } from 'zod';
import { partIdOf } from '../room/command-identity.ts';
import { admitToItem } from './admit-to-audit.ts';
import { ChangesPlan, EDITS } from './changes-plan.ts';
import { AUDITS_SERVICES, type AuditsServices } from './audits-services.ts';
import { changeTree } from './change-tree.ts';
import { copyItem } from './copy-items.ts';
import { readItem } from './read-item.ts';
import { readChanged, readFromState } from './read-plan.ts';
import { ThisCall, type Call } from './this-call.ts';
import {
  COPY_REFUSALS,
  DELETE_REFUSALS,
  EDIT_REFUSALS,
  SIGN_REFUSALS,
  itemParams,
  setVersion,
  type HeaderSink,
  type ItemParams,
} from './tree-door.ts';
import { actionIntents } from './tree-intents.ts';

const readingParams = itemParams.extend({ action: itemReading });
const actionParams = itemParams.extend({ action: itemActionName });

/** What an action may take: the shape depends on its name. */
const anyParams = z.looseObject({});
const everyParams = z.union(Object.values(itemActionBodies));

const ACTION_REFUSALS = [
  ...new Set([...EDIT_REFUSALS, ...SIGN_REFUSALS, ...DELETE_REFUSALS, ...COPY_REFUSALS, 'not_deleted']),
];

type Read = TreeItemRead | TreeItemFields[] | ChangeRow[] | readonly ItemActionName[];
const read = z.union([treeItemRead, z.array(treeItemFields), z.array(changeRow), z.array(itemActionName)]);

/** What an action may come to. */
const ACTIONS = [...EDITS, 'create_item', 'copy_item', 'delete_item', 'restore_item'] as const;

/**
 * One item by its id alone, in whichever record of the caller's account it stands: of several the first that
 * the caller may see, living ones before deleted ones, then the oldest record.
 */
@Controller('proyecto/riesgo')
export class ItemActionsController {
  constructor(@Inject(AUDITS_SERVICES) private readonly services: AuditsServices) {}

  /** Something about an item: the item, what is under or above it, its history, its references, its actions. */
  @Get(['auditoria_treeitem/:id/:action', 'evaluacion_treeitem/:id/:action'])
  @Requires('plan.access')
  @Answers({ data: read, refusals: ['item_not_found'] })
  async read(
    @CurrentPrincipal() principal: Principal,
    @Param(zodParams(readingParams)) { id, action }: ItemParams & { readonly action: ItemReading },
  ): Promise<Read> {
    const record = await admitToItem(
      this.services.db,
      principal,
      id,
      action === 'history' ? 'plan.history' : 'plan.access',
    );
    return readItem(this.services, principal, record, id, action);
  }

  /** The action that the body names. */
  @Post(['auditoria_treeitem/:id/apply_action', 'evaluacion_treeitem/:id/apply_action'])
  @HttpCode(200)
  @ChangesPlan(ACTIONS)
  @Answers({
    data: changedTreeItem,
    refusals: ACTION_REFUSALS,
    headers: ['If-Match', 'Idempotency-Key'],
  })
  async applyAction(
    @ThisCall() call: Call,
    @Param(zodParams(itemParams)) { id }: ItemParams,
    @Body(zodBody(applyActionBody)) { action, ...params }: z.infer<typeof applyActionBody>,
    @Res({ passthrough: true }) response: HeaderSink,
  ): Promise<ChangedTreeItem> {
    return this.carryOut(call, id, action, params, response);
  }

  /** The action that the address names. */
  @Post(['auditoria_treeitem/:id/:action', 'evaluacion_treeitem/:id/:action'])
  @HttpCode(200)
  @ChangesPlan(ACTIONS)
  @Answers({
    data: changedTreeItem,
    refusals: ACTION_REFUSALS,
    body: everyParams,
    headers: ['If-Match', 'Idempotency-Key'],
  })
  post(
    @ThisCall() call: Call,
    @Param(zodParams(actionParams)) { id, action }: ItemParams & { readonly action: ItemActionName },
    @Body(zodBody(anyParams)) params: Readonly<Record<string, unknown>>,
    @Res({ passthrough: true }) response: HeaderSink,
  ): Promise<ChangedTreeItem> {
    return this.carryOut(call, id, action, params, response);
  }

  /** The same by PUT. */
  @Put(['auditoria_treeitem/:id/:action', 'evaluacion_treeitem/:id/:action'])
  @ChangesPlan(ACTIONS)
  @Answers({
    data: changedTreeItem,
    refusals: ACTION_REFUSALS,
    body: everyParams,
    headers: ['If-Match', 'Idempotency-Key'],
  })
  put(
    @ThisCall() call: Call,
    @Param(zodParams(actionParams)) { id, action }: ItemParams & { readonly action: ItemActionName },
    @Body(zodBody(anyParams)) params: Readonly<Record<string, unknown>>,
    @Res({ passthrough: true }) response: HeaderSink,
  ): Promise<ChangedTreeItem> {
    return this.carryOut(call, id, action, params, response);
  }

  private async carryOut(
    call: Call,
    id: ItemId,
    name: ItemActionName,
    params: Readonly<Record<string, unknown>>,
    response: HeaderSink,
  ): Promise<ChangedTreeItem> {
    const { services } = this;
    const { principal } = call;
    const parsed = itemActionBodies[name].safeParse(params, { reportInput: true });
    if (!parsed.success) throw new InvalidRequest(parsed.error);
    const asked = { action: name, params: parsed.data } as ItemAction;
    if (asked.action === 'copy') {
      const { ids, state, projected } = await copyItem(services, call, id, params);
      const [copy = id] = ids;
      return { ...(await readFromState(services, principal, state, copy)), projected };
    }
    const record = await admitToItem(services.db, principal, id, 'plan.access');
    let made = 0;
    const newId = (): ItemId => partIdOf(call.command, `item-${made++}`) as ItemId;
    const plan = (view: AuditView) => actionIntents(view, id, asked, newId);
    const changed = await changeTree(services, call, record.id, plan, id);
    const shown = asked.action === 'duplicate' ? (partIdOf(call.command, 'item-0') as ItemId) : id;
    const answer = await readChanged(services, principal, shown, changed);
    setVersion(response, answer);
    return answer;
  }
}
