import * as Y from 'yjs';
import type { UserId } from '@cotejo/access-contracts';
import { ITEMS_MAP, type IntentEnvelope, type ItemId } from '@cotejo/audits-contracts';
import type { AuditModel, AuditView, Decision, TreeNode } from '../model.ts';
import { positionAt } from '../positions.ts';
import { project } from '../project.ts';
import { productParts, type Parts } from './parts.ts';
import { userOf } from './simulated-people.ts';

type Decide = AuditModel['decide'];

const withModel = (change: Partial<AuditModel>): Parts => {
  const parts = productParts();
  return { ...parts, model: { ...parts.model, ...change } };
};
const withDecide = (change: (decide: Decide) => Decide): Parts =>
  withModel({ decide: change(productParts().model.decide) });

/** Rules that forget one reason to refuse some people, and let happen what they asked for. */
const forgetting = (code: string, forgets: (actor: UserId) => boolean = () => true): Parts =>
  withDecide((decide) => (view, envelope, context) => {
    const decision = decide(view, envelope, context);
    const forgotten = !decision.ok && decision.rejection.code === code && forgets(context.actor);
    return forgotten ? committed(view, envelope) : decision;
  });

/** What an intent asks for, done without a question. */
function committed(view: AuditView, { intent }: IntentEnvelope): Decision {
  const id = intent['id'] as ItemId;
  const node = view.get(id);
  const parent = intent['parent'] as ItemId | null;
  const place = () => ({ parent, position: positionAt(view, parent, id, {}) });
  const then = (type: string, data: { readonly [field: string]: unknown }): Decision => ({
    ok: true,
    events: [{ type, data: { id, ...data } }],
  });
  if (intent.kind === 'create_item' && !node)
    return then('TreeItemCreated', {
      itemType: intent['type'],
      ...place(),
      name: 'forced',
      code: null,
      status: null,
      assignee: null,
      derived: false,
    });
  if (node && intent.kind === 'move_item')
    return then('TreeItemMoved', { ...place(), from: { parent: node.place[0], position: node.place[1] } });
  if (node && intent.kind === 'rename_item')
    return then('TreeItemRenamed', { name: intent['name'], from: node.name, overwrote: null });
  if (node && intent.kind === 'change_status')
    return then('ItemStatusChanged', { from: intent['from'], to: intent['to'] });
  if (node && intent.kind === 'delete_item') return then('TreeItemDeleted', { items: 1 });
  return { ok: true, events: [] };
}

/** Rules that change what they decided before they say so. */
const rewriting = (
  rewrite: (
    events: Extract<Decision, { ok: true }>['events'],
    intent: IntentEnvelope['intent'],
  ) => typeof events,
): Parts =>
  withDecide((decide) => (view, envelope, context) => {
    const decision = decide(view, envelope, context);
    return decision.ok ? { ok: true, events: rewrite(decision.events, envelope.intent) } : decision;
  });

function impureFold(): Parts {
  let calls = 0;
  const { evolve } = productParts().model;
  return withModel({
    evolve(view, event) {
      const name = `${String(event.data['name'])}${calls++}`;
      evolve(view, event.type === 'TreeItemRenamed' ? { ...event, data: { ...event.data, name } } : event);
    },
  });
}

function foldWithoutMemory(): Parts {
  const { evolve } = productParts().model;
  return withModel({
    evolve(view, event) {
      evolve(view, event);
      const node = view.get(event.data['id'] as ItemId);
      if (node?.changedBefore === undefined) return;
      const { changedBefore: _, ...rest } = node;
      view.put(rest);
    },
  });
}

let nextClientId = 1;

/** Faults that were seen, or could well be: each must be noticed by some invariant. */
export const MUTANTS: Readonly<Record<string, () => Parts>> = {
  'rules without the check for cycles': () => forgetting('would_create_cycle'),
  'rules that let things come under what is deleted': () => forgetting('parent_deleted'),
  'rules without the check of types': () => forgetting('child_type_not_allowed'),
  'rules that let everybody write': () => forgetting('forbidden'),
  'rules that overlook a closed audit': () => forgetting('audit_closed', (actor) => actor === userOf(0)),
  'rules that overlook a running operation': () =>
    forgetting('operation_running', (actor) => actor === userOf(0)),
  'rules that delete unseen work': () => forgetting('stale_delete'),
  'rules that let people review their own work': () => forgetting('reviewer_is_preparer'),
  'rules that heed a position from the client': () =>
    rewriting((events, intent) =>
      events.map((event) =>
        (event.type === 'TreeItemMoved' || event.type === 'TreeItemCreated') &&
        typeof intent['position'] === 'string'
          ? { ...event, data: { ...event.data, position: intent['position'] } }
          : event,
      ),
    ),
  'rules that overlook the anchors': () =>
    withDecide((decide) => (view, { intent, ...envelope }, context) => {
      const { after: _, before: __, ...rest } = intent;
      return decide(view, { ...envelope, intent: { ...rest, kind: intent.kind } }, context);
    }),
  'rules that choose a treatment and forget the plan': () =>
    rewriting((events) => (events[0]?.type === 'FindingTreatmentChosen' ? events.slice(0, 1) : events)),
  'a fold that is not pure': impureFold,
  'a fold that forgets who changed it before': foldWithoutMemory,
  'a projection that skips restoring': () => ({
    ...productParts(),
    project(doc, state, event) {
      if (event.type !== 'TreeItemRestored') project(doc, state, event);
    },
  }),
  'a projection whose keys come in any order': () => ({
    ...productParts(),
    project(doc, state, event) {
      const node = state.get(event.data['id'] as ItemId);
      if (!node) {
        project(doc, state, event);
        return;
      }
      const { id, ...record } = node satisfies TreeNode;
      doc.getMap(ITEMS_MAP).set(id, record);
    },
  }),
  'a document with a client id of its own on each node': () => ({
    ...productParts(),
    createDocument() {
      const doc = new Y.Doc();
      doc.clientID = nextClientId++;
      return doc;
    },
  }),
  'a store that does not check versions': () => ({ ...productParts(), storeChecksVersions: false }),
  'a store without a journal': () => ({ ...productParts(), storeJournals: false }),
  'a node that refuses on a stale head': () => ({ ...productParts(), nodeConfirmsRefusals: false }),
  'a node that answers before the document moves': () => ({ ...productParts(), nodeAdvancesFirst: false }),
  'a node that judges a batch side by side': () => ({ ...productParts(), nodeStacksBatch: false }),
  'a client that does not send again': () => ({ ...productParts(), clientResends: false }),
  'a client that loses what was refused': () => ({ ...productParts(), clientKeepsRefused: false }),
  'a client that does not rebase': () => ({ ...productParts(), clientRebases: false }),
};
