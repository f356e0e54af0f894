import {
  alive,
  cameTo,
  firstPlaces,
  sizeAfter,
  statusAfterEdit,
  valueOf,
  type Decision,
  type DecisionContext,
  type Slice,
  type AuditView,
  type TreeNode,
  sealsOf,
} from '@cotejo/audits-domain';
import {
  MAX_VALUES,
  valueShape,
  type AuditEvent,
  type ItemId,
  type ItemValue,
  type StoredAuditEvent,
} from '@cotejo/audits-contracts';
import {
  setStepProgramme,
  stepProgrammeIntentVocabulary,
  stepProgrammeSet,
  stepProgrammeVocabulary,
  writableProgramme,
  type StepProgrammeSet,
} from '@cotejo/worksheets-contracts';

export type StepProgramme = Omit<StepProgrammeSet['data'], 'id'>;

/** Programmes by step. Immutable, so that overlays may share it. */
export type StepProgrammes = ReadonlyMap<ItemId, StepProgramme>;

export const STEP_PROGRAMME_SLICE = 'step-programme';

const NONE: StepProgrammes = new Map();
const programmesIn = (state: unknown): StepProgrammes => (state instanceof Map ? state : NONE);

/** Programme of a step; undefined in a browser, which does not hold programmes. */
export const programmeOf = (view: Pick<AuditView, 'slice'>, id: ItemId): StepProgramme | undefined =>
  programmesIn(view.slice(STEP_PROGRAMME_SLICE)).get(id);

/** Value that holds the place of an instruction; without it the instruction is removed. */
export const placeKey = (instruction: string): string => `instruction.${instruction}.place`;

const reject = (code: string): Decision => ({ ok: false, rejection: { code } });

function decide(view: AuditView, raw: { readonly kind: string }, context: DecisionContext): Decision {
  const intent = setStepProgramme.parse(raw);
  const node = view.get(intent.id);
  if (!node) return reject('item_not_found');
  if (!alive(view, intent.id)) return reject('item_deleted');
  if (node.type !== 'step') return reject('invalid_intent');
  if (!context.can('plan.treeitem__edit', { createdBy: node.createdBy, assignee: node.assignee }))
    return reject('forbidden');

  const places = new Set(intent.instructions.map(({ id }) => placeKey(id)));
  // Each place becomes a value of the step, so its key must be valid and unique.
  const isOdd = [...places].some((key) => valueShape(node.type, key) === undefined);
  if (isOdd || places.size < intent.instructions.length) return reject('invalid_intent');
  if (sizeAfter(node, [...places]) > MAX_VALUES)
    return { ok: false, rejection: { code: 'too_many_values', params: { most: MAX_VALUES } } };

  const texts = [intent.objective, ...intent.instructions.map(({ text }) => text)].filter(
    (text) => text !== null,
  );
  // The browser cannot seal and shows no texts in the tree: it only checks permission.
  if (context.mode === 'optimistic') return { ok: true, events: [] };
  const seals = sealsOf(context, texts.length);
  if (!seals) return reject('not_sealed');

  const [objective, ...ofInstructions] = intent.objective === null ? [null, ...seals] : seals;
  const data = stepProgrammeSet.shape.data.parse({
    id: intent.id,
    objective,
    instructions: intent.instructions.map(({ id }, index) => ({ id, text: ofInstructions[index] })),
  });
  const before = programmeOf(view, intent.id)?.instructions ?? [];
  return {
    ok: true,
    events: [
      { type: 'StepProgrammeSet', data },
      ...placesSet(node, before, data.instructions),
      // Signed content was edited: the signatures no longer stand (domain rules, section 4).
      ...cameTo(node, statusAfterEdit(node), 'edited'),
    ],
  };
}

interface Listed {
  readonly id: string;
}

/** The programme's instructions replace those of the worksheet, in its order; missing ones are removed. */
function placesSet(
  node: TreeNode,
  before: readonly Listed[],
  after: readonly Listed[],
): readonly AuditEvent[] {
  const places = firstPlaces(after.length);
  const values: Record<string, ItemValue> = {};
  for (const { id } of before) values[placeKey(id)] = null;
  for (const [index, { id }] of after.entries()) values[placeKey(id)] = places[index] ?? null;
  const from: Record<string, ItemValue> = {};
  for (const key of Object.keys(values)) {
    const now = valueOf(node.values, key);
    if (now === values[key]) delete values[key];
    else from[key] = now;
  }
  if (Object.keys(values).length === 0) return [];
  return [{ type: 'ItemValuesSet', data: { id: node.id, values, from, overwrote: {} } }];
}

function evolve(state: unknown, event: StoredAuditEvent): StepProgrammes {
  const { id, ...programme } = stepProgrammeSet.shape.data.parse(event.data);
  return new Map(programmesIn(state)).set(id, programme);
}

/** Objective and instructions of steps from an audit programme, on the audit's stream. */
export const stepProgrammeSlice: Slice = {
  name: STEP_PROGRAMME_SLICE,
  intents: stepProgrammeIntentVocabulary,
  events: stepProgrammeVocabulary,
  writable: { StepProgrammeSet: writableProgramme },
  rights: { set_step_programme: { asks: ['plan.treeitem__edit'] } },
  parse: (raw) => setStepProgramme.safeParse(raw).data ?? null,
  decide,
  evolve,
  forget: (state, items) => {
    const left = new Map(programmesIn(state));
    for (const item of items) left.delete(item);
    return left;
  },
  freeze: (state) => [...programmesIn(state)],
  thaw: (json) => new Map(Array.isArray(json) ? (json as [ItemId, StepProgramme][]) : []),
};
