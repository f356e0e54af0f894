import {
  alive,
  type Decision,
  type DecisionContext,
  type Slice,
  type AuditView,
} from '@cotejo/audits-domain';
import type { ItemId, StoredAuditEvent } from '@cotejo/audits-contracts';
import {
  setStepProgramme,
  stepProgrammeIntentVocabulary,
  stepProgrammeSet,
  stepProgrammeVocabulary,
  type ProgrammeText,
  type SealedText,
  type StepProgrammeSet,
} from '@cotejo/worksheets-contracts';

export type StepProgramme = Omit<StepProgrammeSet['data'], 'id'>;

/** Programmes by step; a new map with each change, so that overlays may share it. */
export type StepProgrammes = ReadonlyMap<ItemId, StepProgramme>;

export const STEP_PROGRAMME_SLICE = 'step-programme';

const NONE: StepProgrammes = new Map();
const programmesIn = (state: unknown): StepProgrammes => (state instanceof Map ? state : NONE);

const isSealed = (text: ProgrammeText): text is SealedText => typeof text !== 'string';
const reject = (code: string): Decision => ({ ok: false, rejection: { code } });

function decide(view: AuditView, raw: { readonly kind: string }, context: DecisionContext): Decision {
  const intent = setStepProgramme.parse(raw);
  const node = view.get(intent.id);
  if (!node) return reject('item_not_found');
  if (!alive(view, intent.id)) return reject('item_deleted');
  if (node.type !== 'step') return reject('invalid_intent');
  if (!context.can('plan.treeitem__edit', { createdBy: node.createdBy, assignee: node.assignee }))
    return reject('forbidden');

  const texts = [intent.objective, ...intent.instructions.map((instruction) => instruction.text)];
  // The browser has nothing to seal with and shows no texts in the tree: it only learns that it may.
  if (context.mode === 'optimistic') return { ok: true, events: [] };
  if (texts.some((text) => text !== null && !isSealed(text))) return reject('invalid_intent');

  const data = stepProgrammeSet.shape.data.parse({
    id: intent.id,
    objective: intent.objective,
    instructions: intent.instructions,
  });
  const events: { type: string; data: Record<string, unknown> }[] = [{ type: 'StepProgrammeSet', data }];
  // Signed content was edited: the signatures no longer stand (domain rules, section 4).
  if (node.status === 'completed' || node.status === 'reviewed')
    events.push({ type: 'ItemStatusChanged', data: { id: intent.id, from: node.status, to: 'in_progress' } });
  return { ok: true, events };
}

function evolve(state: unknown, event: StoredAuditEvent): StepProgrammes {
  const { id, ...programme } = stepProgrammeSet.shape.data.parse(event.data);
  return new Map(programmesIn(state)).set(id, programme);
}

/** Objective and instructions of steps: what an audit programme says, living on the audit's stream. */
export const stepProgrammeSlice: Slice = {
  name: STEP_PROGRAMME_SLICE,
  intents: stepProgrammeIntentVocabulary,
  events: stepProgrammeVocabulary,
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
