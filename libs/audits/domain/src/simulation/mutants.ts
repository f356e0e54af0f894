import * as Y from 'yjs';
import { encodeRecord, ITEMS_MAP, type ItemId } from '@cotejo/audits-contracts';
import type { TreeNode } from '../model/model.ts';
import { createTreeDocument, documentIdOf, project } from '../model/project.ts';
import { signedWith, withMark } from '../signatures/signatures.ts';
import {
  by,
  committingParts,
  forgetting,
  reopened,
  rewriting,
  rewritingEach,
  withDecide,
  withModel,
} from './mutant-rules.ts';
import { productParts, type ClientManners, type Parts } from './parts.ts';
import { userOf } from './simulated-people.ts';

function impureFold(): Parts {
  let calls = 0;
  return withModel(({ evolve }) => ({
    evolve(view, event) {
      const name = `${String(event.data['name'])}${calls++}`;
      evolve(view, event.type === 'TreeItemRenamed' ? { ...event, data: { ...event.data, name } } : event);
    },
  }));
}

const foldWithoutMemory = (): Parts =>
  withModel(({ evolve }) => ({
    evolve(view, event) {
      evolve(view, event);
      const node = view.get(event.data['id'] as ItemId);
      if (node?.changedBefore === undefined) return;
      const { changedBefore: _, ...rest } = node;
      view.put(rest);
    },
  }));

const takingBackSigns = (): Parts =>
  withModel(({ evolve }) => ({
    evolve(view, event) {
      const { id, from, to } = event.data;
      evolve(view, event);
      const node = view.get(id as ItemId);
      if (node && event.type === 'ItemStatusChanged' && from === 'reviewed' && to === 'completed')
        view.put(signedWith(node, withMark(node.signatures, 'completed', event)));
    },
  }));

const earlierValueStands = (): Parts =>
  withModel(({ evolve }) => ({
    evolve(view, event) {
      const before = view.get(event.data['id'] as ItemId);
      evolve(view, event);
      const node = view.get(event.data['id'] as ItemId);
      if (node && event.type === 'ItemValuesSet' && before?.values)
        view.put({ ...node, values: { ...node.values, ...before.values } });
    },
  }));

const marksSurvive = (): Parts =>
  withModel(({ evolve }) => ({
    evolve(view, event) {
      const before = view.get(event.data['id'] as ItemId);
      evolve(view, event);
      const node = view.get(event.data['id'] as ItemId);
      if (node?.status === 'in_progress' && before?.signatures)
        view.put({ ...node, signatures: before.signatures });
    },
  }));

const purgeOfOne = (): Parts =>
  withModel(({ evolve }) => ({
    evolve(view, event) {
      if (event.type !== 'TreeItemPurged') return evolve(view, event);
      view.remove([event.data['id'] as ItemId]);
      view.setAudit({ version: event.version });
    },
  }));

const projecting = (change: typeof project): Parts => ({ ...productParts(), project: change });
const with_ = (change: Partial<Parts>): Parts => ({ ...productParts(), ...change });
const rudely = (manners: Partial<ClientManners>): Parts => {
  const parts = productParts();
  return { ...parts, client: { ...parts.client, ...manners } };
};

let nextClientId = 1;

/** Faults of the rules: each permits something forbidden, or emits wrong events. */
const RULES: Readonly<Record<string, () => Parts>> = {
  'rules without the check for cycles': () =>
    forgetting('would_create_cycle', ({ mode }) => mode === 'server'),
  'rules that let things come under what is deleted': () => forgetting('parent_deleted'),
  'rules without the check of types': () => forgetting('child_type_not_allowed'),
  'rules that let everybody write': () => forgetting('forbidden'),
  'rules that overlook a closed audit': () => forgetting('audit_closed', by(userOf(0))),
  'rules that overlook a running operation': () => forgetting('operation_running', by(userOf(0))),
  'rules that delete unseen work': () => forgetting('stale_delete'),
  'rules that let people review their own work': () => forgetting('reviewer_is_preparer'),
  'rules that let an end come before its beginning': () => forgetting('dates_reversed'),
  'rules that let anybody at ICCE findings': () => forgetting('icce_role_required'),
  'rules that let anybody give ICCE findings away': () =>
    forgetting('icce_role_required', (_, { kind }) => kind === 'assign_item'),
  'rules that change what is deleted': () => forgetting('item_deleted'),
  'rules that do not compare a status before they set it': () => forgetting('status_conflict'),
  'rules that let people sign what they have not seen': () => forgetting('changed_since'),
  'rules that let the derived go its own way': () => forgetting('derived_item'),
  'rules that let people call a risk of a library as they like': () => forgetting('rename_locked'),
  'rules that let people give it a code of their own': () => forgetting('code_locked'),
  'a value that hides what it overwrote': () =>
    rewritingEach('set_values', (event) =>
      event.type === 'ItemValuesSet' ? { ...event, data: { ...event.data, overwrote: {} } } : event,
    ),
  'rules that take values to what is shared elsewhere': () =>
    forgetting('derived_item', (_, { kind }) => kind === 'set_values'),
  'a signature without what is under it': () =>
    rewriting((events) =>
      events.map((event) =>
        event.type === 'ItemSigned' ? { ...event, data: { ...event.data, content: '0'.repeat(64) } } : event,
      ),
    ),
  'an edit after which signatures stand': () =>
    rewriting((events) =>
      events.some(({ data }) => data['because'] === 'edited')
        ? events.filter(({ type }) => type !== 'ItemStatusChanged' && type !== 'SignaturesVoided')
        : events,
    ),
  'an edit that voids the marks of somebody else': () =>
    rewriting((events) =>
      events.map((event) =>
        event.type === 'SignaturesVoided'
          ? { ...event, data: { ...event.data, voided: [{ mark: 'completed', by: userOf(3) }] } }
          : event,
      ),
    ),
  'a voiding that nobody is told of': () =>
    rewriting((events) => events.filter(({ type }) => type !== 'SignaturesVoided')),
  'rules that let people take the mark of another back': () => forgetting('not_signed'),
  'rules that let people review what nobody completed': () => forgetting('not_completed'),
  'rules that take any value for one of an item': () => forgetting('value_invalid'),
  'rules that take values that an item has not': () => forgetting('value_not_allowed'),
  'a copy that keeps what was found': () =>
    rewriting((events, { kind }) =>
      kind === 'copy_item'
        ? events.flatMap((event) =>
            event.data['itemType'] === 'risk'
              ? [
                  event,
                  {
                    type: 'ItemValuesSet',
                    data: { id: event.data['id'], values: { execution: 5 }, from: {}, overwrote: {} },
                  },
                ]
              : [event],
          )
        : events,
    ),
  'a rename that hides what it overwrote': () =>
    rewritingEach('rename_item', (event) =>
      event.type === 'TreeItemRenamed' ? { ...event, data: { ...event.data, overwrote: null } } : event,
    ),
  'rules that go on with everything in a closed audit': () =>
    withDecide((decide) => (view, envelope, context) => decide(reopened(view), envelope, context)),
  'rules that let a reference stand for nothing': () => forgetting('target_not_found'),
  'rules that let a risk have a control twice': () =>
    forgetting('child_type_not_allowed', (_, { type }) => type === 'reference'),
  'rules that do not ask before a shared control goes': () => forgetting('shared_control'),
  'rules that purge what lives': () => forgetting('not_deleted', (_, { kind }) => kind === 'purge_item'),
  'rules that purge what the trash still keeps': () => forgetting('not_expired'),
  'rules that heed a position from the client': () =>
    withDecide((decide) => (view, { intent, ...envelope }, context) => {
      const { position, ...rest } = intent;
      const decision = decide(view, { ...envelope, intent: { ...rest, kind: intent.kind } }, context);
      if (!decision.ok || typeof position !== 'string') return decision;
      const events = decision.events.map((event) =>
        event.type === 'TreeItemMoved' || event.type === 'TreeItemCreated'
          ? { ...event, data: { ...event.data, position } }
          : event,
      );
      return { ok: true, events };
    }),
  'rules that overlook the anchors': () =>
    withDecide((decide) => (view, { intent, ...envelope }, context) => {
      const { after: _, before: __, ...rest } = intent;
      return decide(view, { ...envelope, intent: { ...rest, kind: intent.kind } }, context);
    }),
  'rules that choose a treatment and forget the plan': () =>
    rewriting((events) => (events[0]?.type === 'FindingTreatmentChosen' ? events.slice(0, 1) : events)),
  'rules that take an intent of an old outbox for a new one': () =>
    withModel(({ decide }) => ({
      decide: (view, { schemaVersion: _, ...envelope }, context) => decide(view, envelope, context),
      modern: (envelope) => envelope,
    })),
  'a batch that commits the parts before the one that is refused': committingParts,
  'a batch that loses its last part': () =>
    rewriting((events, { kind }) => (kind === 'batch' && events.length > 1 ? events.slice(0, -1) : events)),
  'a copy that keeps statuses': () =>
    rewritingEach('copy_item', (event) =>
      event.data['status'] === null ? event : { ...event, data: { ...event.data, status: 'completed' } },
    ),
  'a copy that keeps people': () =>
    rewritingEach('copy_item', (event) => ({ ...event, data: { ...event.data, assignee: userOf(0) } })),
  'a copy that doubles controls': () =>
    rewritingEach('copy_item', (event) =>
      event.data['itemType'] === 'reference'
        ? { ...event, data: { ...event.data, itemType: 'control', target: null } }
        : event,
    ),
  'a shared control whose deletion here loses its tests': () =>
    rewriting((events, { kind, id, shared }) =>
      kind === 'delete_item' && shared === 'here' && events.length > 1
        ? [{ type: 'TreeItemDeleted', data: { id, items: 1 } }]
        : events,
    ),
  'a branch that takes shared controls along': () =>
    rewriting((events, { kind, id, shared }) =>
      kind === 'delete_item' && shared === undefined
        ? events.filter(({ data }) => data['id'] === id)
        : events,
    ),
  'a restoring that leaves what is above deleted': () =>
    rewriting((events, { kind, id }) =>
      kind === 'restore_item'
        ? events.filter(({ type, data }) => type !== 'TreeItemRestored' || data['id'] === id)
        : events,
    ),
};

const FOLDS: Readonly<Record<string, () => Parts>> = {
  'a fold in which the first value stands': earlierValueStands,
  'a fold in which marks survive the work': marksSurvive,
  'a fold that is not pure': impureFold,
  'a fold that forgets who changed it before': foldWithoutMemory,
  'a fold in which whoever takes a review back signs the work': takingBackSigns,
  'a fold that purges an item and leaves its branch': purgeOfOne,
  'a projection that skips restoring': () =>
    projecting((doc, state, event) => {
      if (event.type !== 'TreeItemRestored') project(doc, state, event);
    }),
  'a projection that keeps what was purged': () =>
    projecting((doc, state, event) => {
      if (event.type !== 'TreeItemPurged') project(doc, state, event);
    }),
  'a projection whose keys come in any order': () =>
    projecting((doc, state, event) => {
      const node = state.get(event.data['id'] as ItemId);
      if (!node) return project(doc, state, event);
      const { id, ...record } = node satisfies TreeNode;
      doc.getMap(ITEMS_MAP).set(id, encodeRecord(record));
    }),
  'a document with a client id of its own on each node': () =>
    with_({
      createDocument() {
        const doc = new Y.Doc();
        doc.clientID = nextClientId++;
        return doc;
      },
    }),
  'a compaction without a new document id': () =>
    with_({ documentIdOf: (incarnation, projection) => documentIdOf(incarnation, projection, -1) }),
  'an epoch that goes on in the document of before': () => {
    let last: Y.Doc | null = null;
    return with_({
      createDocument(id) {
        const doc = createTreeDocument(id);
        if (last && id.endsWith('.-1')) last = null;
        if (last) Y.applyUpdate(doc, Y.encodeStateAsUpdate(last));
        last = doc;
        return doc;
      },
    });
  },
};

const SERVERS: Readonly<Record<string, () => Parts>> = {
  'a store that does not check versions': () => with_({ storeChecksVersions: false }),
  'a store without a journal': () => with_({ storeJournals: false }),
  'a store that forgets what was confirmed while it may still come': () =>
    with_({ storeKeepsConfirmed: false }),
  'a node that refuses on a stale head': () => with_({ nodeConfirmsRefusals: false }),
  'a node that answers before the document moves': () => with_({ nodeAdvancesFirst: false }),
  'a node that judges a batch side by side': () => with_({ nodeStacksBatch: false }),
  'a node whose stale group goes in piece by piece': () => with_({ nodeAppendsWhole: false }),
  'a restore after which nobody is reset': () =>
    with_({
      documentIdOf: (_, projection, compaction) => documentIdOf('same', projection, compaction),
      nodeResets: false,
    }),
  'an old node that passes over what it cannot read': () => with_({ nodeStopsAtUnknown: false }),
  'a node that writes what others cannot read yet': () => with_({ nodeAwaitsReaders: false }),
  'a node that begins with a snapshot of before a restore': () => with_({ nodeChecksSnapshots: false }),
};

const CLIENTS: Readonly<Record<string, () => Parts>> = {
  'a client that does not send again': () => rudely({ resends: false }),
  'a client that loses what was refused': () => rudely({ keepsRefused: false }),
  'a client that does not rebase': () => rudely({ rebases: false }),
  'an outbox that forgets on reload': () => rudely({ remembers: false }),
  'a tab that does not continue what a closed one left': () => rudely({ inherits: false }),
  'a client that keeps its base when the document is another': () => rudely({ resets: false }),
};

/** Faults that occurred, or plausibly could; each must violate some invariant. */
export const MUTANTS: Readonly<Record<string, () => Parts>> = { ...RULES, ...FOLDS, ...SERVERS, ...CLIENTS };
