import type { Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  copyIntoBody,
  copyRiskByYearBody,
  isAudit,
  MAX_PARTS,
  withoutHidden,
  type AuditId,
  type CopyRisksBody,
  type CopyUnderBody,
  type ItemId,
  type ItemType,
  type KernelIntent,
  type RecordType,
} from '@cotejo/audits-contracts';
import {
  alive,
  copiesOf,
  copyIntents,
  isAncestor,
  liveSubtree,
  lockOf,
  type AuditState,
  type Slice,
  type TreeNode,
} from '@cotejo/audits-domain';
import { Refusal } from '@cotejo/http/contracts';
import { InvalidRequest } from '@cotejo/http/server';
import type { ReadDatabase } from '../read-models/read-database.ts';
import { admitToAudit, admitToItems } from '../policy/admit-to-audit.ts';
import { stateOf } from '../change/change-tree.ts';
import { ORIGINS } from './other-audits.ts';
import { placeForCopy, placeForFinancialRisk } from './place-copy.ts';
import { submitCopy, type CopyServices, type Submitted } from './submit-copy.ts';
import type { PlanChange } from '../change/plan-change.ts';
import { nodeOf } from '../change/tree-intents.ts';

export interface CopyItemsServices extends CopyServices {
  readonly db: ReadDatabase;
}

/** Result of a copy, with the ids of its topmost items. */
export interface Copied extends Submitted {
  readonly ids: readonly ItemId[];
}

/** An item to copy and the record that contains it. */
interface Source {
  readonly audit: AuditId;
  readonly state: AuditState;
  readonly node: TreeNode;
}

/** Record types from which risks may be copied, by the contract's `copy_from`. */
const SOURCES: Readonly<Record<CopyRisksBody['copy_from'], (type: RecordType) => boolean>> = {
  library: (type) => type === 'risk_library',
  evaluacion: (type) => type === 'risk_evaluation',
  auditoria: isAudit,
};

/** Copies risks with their controls from a library, an evaluation or another audit, under a parent. */
export async function copyRisks(
  services: CopyItemsServices,
  call: PlanChange,
  target: AuditId,
  { riesgo_ids, parent, copy_from, after }: CopyRisksBody,
): Promise<Copied> {
  const sources = await sourcesOf(services, call.principal, riesgo_ids);
  for (const { state, node } of sources) {
    if (node.type !== 'risk' || !SOURCES[copy_from](state.recordType))
      throw new Refusal(auditErrors, 'not_copyable');
  }
  return copyUnder(services, call, target, sources, { parent, after });
}

/** Shares controls with a risk: controls of this audit as references, those of other audits as links. */
export async function shareControls(
  services: CopyItemsServices,
  call: PlanChange,
  target: AuditId,
  { ids, parent, after }: CopyUnderBody,
): Promise<Copied> {
  const sources = await sourcesOf(services, call.principal, ids, target);
  if (sources.some(({ node }) => node.type !== 'control')) throw new Refusal(auditErrors, 'not_shareable');
  return copyUnder(services, call, target, sources, { parent, after, asReferences: true });
}

/** Copies items of one type, from any records, under a parent. */
export async function copyOfType(
  services: CopyItemsServices,
  call: PlanChange,
  target: AuditId,
  type: ItemType,
  { ids, parent, after }: CopyUnderBody,
): Promise<Copied> {
  const sources = await sourcesOf(services, call.principal, ids, target);
  if (sources.some(({ node }) => node.type !== type)) throw new Refusal(auditErrors, 'not_copyable');
  return copyUnder(services, call, target, sources, { parent, after });
}

/**
 * Copies one item to the place given in the body. A risk of a financial audit accepts only the body with year
 * and project.
 * @throws Refusal `financial_risk_copy`, `no_place_for_copy`, `not_copyable`
 */
export async function copyItem(
  services: CopyItemsServices,
  call: PlanChange,
  id: ItemId,
  body: Readonly<Record<string, unknown>>,
): Promise<Copied> {
  const [source] = await sourcesOf(services, call.principal, [id]);
  if (!source) throw new Refusal(auditErrors, 'item_not_found');
  const { state, node } = source;
  if (isFinancialRisk(source)) {
    const parsed = copyRiskByYearBody.safeParse(body);
    if (!parsed.success) throw new Refusal(auditErrors, 'financial_risk_copy');
    const { year, project_by_year: project } = parsed.data;
    const entry = await admitToAudit(services.db, call.principal, project, 'plan.access');
    if (entry.recordType !== 'financial_audit' || entry.year !== year) {
      throw new Refusal(auditErrors, 'no_place_for_copy');
    }
    return write(services, call, project, [source], (target) => ({
      parent: placeForFinancialRisk(target, state, node),
    }));
  }
  const parsed = copyIntoBody.safeParse(body, { reportInput: true });
  if (!parsed.success) throw new InvalidRequest(parsed.error);
  const { destino, parent, after } = parsed.data;
  await admitToAudit(services.db, call.principal, destino, 'plan.access');
  refuseFinancialRisks([source], destino);
  return write(services, call, destino, [source], (target) => ({
    parent: parent === undefined ? placeForCopy(target, state, node) : parent,
    after,
  }));
}

interface Into {
  readonly parent: ItemId | null;
  readonly after?: ItemId | null | undefined;
  readonly asReferences?: boolean;
}

interface Written extends Into {
  readonly slices: readonly Slice[];
}

function copyUnder(
  services: CopyItemsServices,
  call: PlanChange,
  target: AuditId,
  sources: readonly Source[],
  into: Into,
): Promise<Copied> {
  refuseFinancialRisks(sources, target);
  return write(services, call, target, sources, () => into);
}

/**
 * Risks of a financial audit leave it only by `copyRiskByYearBody`; copies of groups that contain such risks
 * are refused too.
 */
function refuseFinancialRisks(sources: readonly Source[], target: AuditId): void {
  for (const { audit, state, node } of sources) {
    if (audit === target || state.recordType !== 'financial_audit') continue;
    for (const { type } of liveSubtree(state, node.id))
      if (type === 'risk') throw new Refusal(auditErrors, 'financial_risk_copy');
  }
}

async function write(
  services: CopyItemsServices,
  call: PlanChange,
  audit: AuditId,
  sources: readonly Source[],
  placed: (target: AuditState) => Into,
): Promise<Copied> {
  const copied = topmost(sources);
  const { slices } = services.rooms.model;
  const submitted = await submitCopy(services, call, audit, (target, newId) => {
    const into = placed(target);
    let { after } = into;
    return copied.flatMap((source) => {
      const intents = intentsFor(source, audit, target, { ...into, after, slices }, newId);
      const [first] = intents;
      // Keeps the requested order: each copy is placed after the previous one.
      if (into.after !== undefined && first && 'id' in first) after = first.id;
      return intents;
    });
  });
  return { ...submitted, ids: copied.map(({ audit: of, node }) => submitted.newId(nameOf(of, node.id))) };
}

/**
 * Name from which a copy's id is derived, together with the call: of the topmost copy, or of the nth item
 * below it.
 */
const nameOf = (audit: AuditId, item: ItemId, along?: number): string =>
  `${audit}/${item}${along === undefined ? '' : `/${along}`}`;

function intentsFor(
  { audit, state, node }: Source,
  into: AuditId,
  target: AuditState,
  { parent, after, asReferences = false, slices }: Written,
  newId: (name: string) => ItemId,
): readonly KernelIntent[] {
  const anchors = after === undefined ? {} : { after };
  const id = newId(nameOf(audit, node.id));
  const locked = lockOf(state, node, 'copy');
  if (locked) throw new Refusal(auditErrors, locked);
  if (audit !== into) {
    const origin = ORIGINS[state.recordType];
    const copies = copyIntents(state, audit, node.id, {
      recordType: target.recordType,
      parent,
      idFor: (item) => newId(nameOf(audit, item)),
      ...(origin && { origin }),
      slices,
    });
    const [first, ...rest] = copies;
    if (!first) throw new Refusal(auditErrors, 'no_place_for_copy');
    return [{ ...first, ...anchors }, ...rest];
  }
  if (asReferences) {
    const reference = {
      kind: 'create_item',
      id,
      type: 'reference',
      parent,
      name: withoutHidden(node.name),
    } as const;
    return [{ ...reference, target: { audit: null, item: node.id }, ...anchors }];
  }
  let along = 0;
  const copies = copiesOf(state, node.id, () => (along++ === 0 ? id : newId(nameOf(audit, node.id, along))));
  if (copies.length > MAX_PARTS) {
    throw new Refusal(auditErrors, 'too_many_parts', {
      params: { most: MAX_PARTS },
      details: { most: MAX_PARTS },
    });
  }
  return [{ kind: 'copy_item', id, source: node.id, parent, copies, ...anchors }];
}

const isFinancialRisk = ({ state, node }: Source): boolean =>
  state.recordType === 'financial_audit' && node.type === 'risk';

/** Removes duplicates and items that are copied anyway as part of another source's subtree. */
function topmost(sources: readonly Source[]): readonly Source[] {
  const seen = new Set<ItemId>();
  return sources.filter((source) => {
    const { audit, state, node } = source;
    if (seen.has(node.id)) return false;
    seen.add(node.id);
    return !sources.some(
      (other) =>
        other.audit === audit && other.node.id !== node.id && isAncestor(state, other.node.id, node.id),
    );
  });
}

/**
 * The living items of these ids, with the current states of their records.
 * @param preferred record in which the items are looked up first
 * @throws Refusal `item_not_found`, `item_deleted`, `access_not_authorized`; `operation_running` when an item
 * belongs to a copy that is still running and may be discarded
 */
async function sourcesOf(
  services: CopyItemsServices,
  principal: Principal,
  ids: readonly ItemId[],
  preferred?: AuditId,
): Promise<readonly Source[]> {
  const here = preferred === undefined ? null : await stateOf(services, principal, preferred);
  const elsewhere = ids.filter((id) => !here?.get(id));
  const records = await admitToItems(services.db, principal, elsewhere, 'plan.access');
  const states = new Map<AuditId, AuditState>();
  if (here && preferred) states.set(preferred, here);
  const sources: Source[] = [];
  for (const id of ids) {
    const audit = records.get(id)?.id ?? preferred;
    if (audit === undefined) throw new Refusal(auditErrors, 'item_not_found');
    const state = states.get(audit) ?? (await stateOf(services, principal, audit));
    states.set(audit, state);
    const node = nodeOf(state, id);
    if (!alive(state, id)) throw new Refusal(auditErrors, 'item_deleted');
    if (holdsUnfinished(state, id)) throw new Refusal(auditErrors, 'operation_running');
    sources.push({ audit, state, node });
  }
  return sources;
}

function holdsUnfinished(state: AuditState, id: ItemId): boolean {
  if (state.hiddenSince === null) return false;
  for (const node of liveSubtree(state, id)) if (state.isUnfinished(node)) return true;
  return false;
}
