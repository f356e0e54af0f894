import { Body, Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import {
  batchAssignBody,
  changedTree,
  copyBody,
  copyRisksBody,
  copyUnderBody,
  itemId,
  recordModel,
  type BatchAssignBody,
  type ChangedTree,
  type CopyRisksBody,
  type CopyUnderBody,
  type ItemType,
} from '@cotejo/audits-contracts';
import { Answers, zodBody, zodParams } from '@cotejo/http/server';
import { z } from 'zod';
import { admitToAudit } from './admit-to-audit.ts';
import { ChangesPlan } from './changes-plan.ts';
import { AUDITS_SERVICES, type AuditsServices } from './audits-services.ts';
import { changeTree } from './change-tree.ts';
import { copyItem, copyOfType, copyRisks, shareControls, type Copied } from './copy-items.ts';
import { ThisCall, type Call } from './this-call.ts';
import { CHANGE_REFUSALS, COPY_REFUSALS, recordParams, type RecordParams } from './tree-door.ts';

/** `{service}` of …/actions/{service}/: what is copied under a parent. */
const SERVICES = {
  fases: 'phase',
  unidades_negocio: 'business_unit',
  macroprocesos: 'macroprocess',
  procesos: 'process',
  actividades: 'activity',
  entendimientos: 'understanding',
  riesgos: 'risk',
  controles: 'control',
  pasos: 'step',
  inspecciones: 'inspection',
} as const satisfies Readonly<Record<string, ItemType>>;

const service = z.enum(Object.keys(SERVICES) as [keyof typeof SERVICES, ...(keyof typeof SERVICES)[]]);
const serviceParams = recordParams.extend({ service });

/** Kinds of records, as addresses of older clients name them; the record itself says what it is. */
const anyRecordType = z.string().regex(/^[a-z_]{1,40}$/);
const riskParams = recordParams.extend({ recordType: anyRecordType });

/** What stands before an item's id; `auditoria` and `evaluacion` too, for whoever names the record's model. */
const itemModel = z.union([recordModel, z.enum(['auditoria_treeitem', 'evaluacion_treeitem', 'tree_item'])]);
const copyParams = z.object({ model: itemModel, id: itemId });

const copying = { data: changedTree, refusals: COPY_REFUSALS, headers: ['Idempotency-Key'] } as const;

/** Actions on several items of a tree, and copies between trees. */
@Controller('proyecto')
export class TreeActionsController {
  constructor(@Inject(AUDITS_SERVICES) private readonly services: AuditsServices) {}

  /** Gives items to a person, or takes them from whoever has them: all of them, or none. */
  @Post('riesgo/:model/:id/tree/actions/batch_assign')
  @HttpCode(200)
  @ChangesPlan(['assign_item'])
  @Answers({
    data: changedTree,
    refusals: [...CHANGE_REFUSALS, 'assignee_not_in_team', 'derived_item', 'finding_not_discussed'],
    headers: ['Idempotency-Key'],
  })
  async batchAssign(
    @ThisCall() call: Call,
    @Param(zodParams(recordParams)) { model, id }: RecordParams,
    @Body(zodBody(batchAssignBody)) { usuario, treeitem_ids }: BatchAssignBody,
  ): Promise<ChangedTree> {
    await admitToAudit(this.services.db, call.principal, id, 'plan.access', model);
    const ids = [...new Set(treeitem_ids)];
    const { version, projected } = await changeTree(this.services, call, id, () =>
      ids.map((item) => ({ kind: 'assign_item', id: item, assignee: usuario })),
    );
    return { ids, auditoria: id, version, projected };
  }

  /** Shares controls with a risk: references to those of this audit, links to those of others. */
  @Post('riesgo/:model/:id/actions/controles')
  @ChangesPlan(['copy_item'])
  @Answers(copying)
  async controls(
    @ThisCall() call: Call,
    @Param(zodParams(recordParams)) { model, id }: RecordParams,
    @Body(zodBody(copyUnderBody)) body: CopyUnderBody,
  ): Promise<ChangedTree> {
    await admitToAudit(this.services.db, call.principal, id, 'plan.access', model);
    return this.answer(await shareControls(this.services, call, id, body));
  }

  /** Copies risks from a library, an evaluation or another audit. */
  @Post(':recordType/:model/:id/actions/riesgos')
  @ChangesPlan(['copy_item'])
  @Answers(copying)
  async risks(
    @ThisCall() call: Call,
    @Param(zodParams(riskParams)) { model, id }: z.infer<typeof riskParams>,
    @Body(zodBody(copyRisksBody)) body: CopyRisksBody,
  ): Promise<ChangedTree> {
    await admitToAudit(this.services.db, call.principal, id, 'plan.access', model);
    return this.answer(await copyRisks(this.services, call, id, body));
  }

  /** Copies one item to where the body says. */
  @Post('riesgo/:model/:id/actions/copy')
  @ChangesPlan(['copy_item'])
  @Answers({ ...copying, body: copyBody })
  async copy(
    @ThisCall() call: Call,
    @Param(zodParams(copyParams)) { id }: z.infer<typeof copyParams>,
    @Body(zodBody(z.looseObject({}))) body: Readonly<Record<string, unknown>>,
  ): Promise<ChangedTree> {
    return this.answer(await copyItem(this.services, call, id, body));
  }

  /** Copies items of the kind that the address names. */
  @Post('riesgo/:model/:id/actions/:service')
  @ChangesPlan(['copy_item'])
  @Answers(copying)
  async copies(
    @ThisCall() call: Call,
    @Param(zodParams(serviceParams)) { model, id, service: kind }: z.infer<typeof serviceParams>,
    @Body(zodBody(copyUnderBody)) body: CopyUnderBody,
  ): Promise<ChangedTree> {
    await admitToAudit(this.services.db, call.principal, id, 'plan.access', model);
    return this.answer(await copyOfType(this.services, call, id, SERVICES[kind], body));
  }

  private answer({ ids, state, version, projected }: Copied): ChangedTree {
    return { ids: [...ids], auditoria: state.audit, version, projected };
  }
}
