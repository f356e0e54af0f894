import type { UserId } from '@cotejo/access-contracts';
import type { AuditEvent, IntentEnvelope, ItemId, ItemType } from '@cotejo/audits-contracts';
import { itemCreated } from '../model/decision.ts';
import { AuditOverlay } from '../model/audit-overlay.ts';
import type { AuditModel, AuditView, Decision, DecisionContext } from '../model/model.ts';
import { keyAt } from '../items/positions.ts';
import { subtree } from '../model/tree.ts';
import { productParts, type Parts } from './parts.ts';

export type Decide = AuditModel['decide'];
type Intent = IntentEnvelope['intent'];

/** Applies one change to the rules of both releases. */
export function withModel(change: (model: AuditModel) => Partial<AuditModel>): Parts {
  const parts = productParts();
  const { before, now } = parts.models;
  return {
    ...parts,
    models: { before: { ...before, ...change(before) }, now: { ...now, ...change(now) } },
  };
}

export const withDecide = (change: (decide: Decide) => Decide): Parts =>
  withModel(({ decide }) => ({ decide: change(decide) }));

/** Mutant that ignores one refusal code for some users and commits the intent instead. */
export const forgetting = (
  code: string,
  forgets: (context: DecisionContext, intent: Intent) => boolean = () => true,
): Parts =>
  withDecide((decide) => (view, envelope, context) => {
    const decision = decide(view, envelope, context);
    const isForgotten = !decision.ok && decision.rejection.code === code && forgets(context, envelope.intent);
    return isForgotten ? committed(view, envelope) : decision;
  });

export const by =
  (user: UserId) =>
  ({ actor }: DecisionContext): boolean =>
    actor === user;

/** Events that an intent would cause, without any check. */
function committed(view: AuditView, { intent }: IntentEnvelope): Decision {
  const id = intent['id'] as ItemId;
  const node = view.get(id);
  const parent = intent['parent'] as ItemId | null;
  const place = () => ({ parent, position: keyAt(view, parent, id, {}) });
  const then = (type: string, data: AuditEvent['data']): Decision => ({
    ok: true,
    events: [{ type, data: { id, ...data } }],
  });
  if (intent.kind === 'create_item' && !node) {
    const { target } = intent as { target?: { audit: null; item: ItemId } };
    const itemType = intent['type'] as ItemType;
    const born = { id, itemType, ...place(), name: 'forced', code: null, status: null };
    return { ok: true, events: [itemCreated({ ...born, target: target ?? null })] };
  }
  if (!node) return { ok: true, events: [] };
  switch (intent.kind) {
    case 'move_item':
      return then('TreeItemMoved', {
        ...place(),
        from: { parent: node.place[0], position: node.place[1] },
        leftRefParent: null,
      });
    case 'assign_item':
      return then('TreeItemAssigned', { assignee: intent['assignee'], from: node.assignee });
    case 'rename_item':
      return then('TreeItemRenamed', { name: intent['name'], from: node.name, overwrote: null });
    case 'recode_item':
      return then('TreeItemRecoded', { code: intent['code'], from: node.code });
    case 'describe_risk':
      return then('RiskDescribed', { risk: intent['risk'], from: node.risk ?? null });
    case 'set_values':
      return then('ItemValuesSet', { values: intent['values'], from: {}, overwrote: {} });
    case 'sign_item':
      return then('ItemSigned', { mark: intent['mark'], seen: -1, content: '0'.repeat(64), texts: [] });
    case 'withdraw_signature':
      return then('SignaturesVoided', {
        voided: (node.signatures ?? []).map(({ mark, by }) => ({ mark, by })),
        because: 'withdrawn',
      });
    case 'change_status':
      return then('ItemStatusChanged', { from: intent['from'], to: intent['to'] });
    case 'delete_item':
      return then('TreeItemDeleted', { items: 1 });
    case 'restore_item':
      return then('TreeItemRestored', {});
    case 'purge_item':
      return then('TreeItemPurged', { items: [...subtree(view, id)].length });
    case 'schedule_item':
      return then('TreeItemScheduled', {
        startDate: intent['startDate'],
        endDate: intent['endDate'],
        from: { startDate: null, endDate: null },
      });
    default:
      return { ok: true, events: [] };
  }
}

/** The audit as if it were not closed. */
export const reopened = (view: AuditView): AuditView =>
  Object.create(view, { status: { value: 'in_progress' }, closedOn: { value: null } }) as AuditView;

/** Mutant that alters the decided events. */
export const rewriting = (
  rewrite: (events: readonly AuditEvent[], intent: Intent, view: AuditView) => readonly AuditEvent[],
): Parts =>
  withDecide((decide) => (view, envelope, context) => {
    const decision = decide(view, envelope, context);
    return decision.ok ? { ok: true, events: rewrite(decision.events, envelope.intent, view) } : decision;
  });

/** Mutant that alters each event of one kind of intent. */
export const rewritingEach = (
  kind: string,
  rewrite: (event: AuditEvent, view: AuditView, intent: Intent) => AuditEvent,
): Parts =>
  rewriting((events, intent, view) =>
    intent.kind === kind ? events.map((event) => rewrite(event, view, intent)) : events,
  );

/** Mutant that commits the parts of a batch before the refused one. */
export const committingParts = (): Parts =>
  withModel(({ decide, evolve }) => ({
    decide(view, envelope, context) {
      const whole = decide(view, envelope, context);
      const { parts } = envelope.intent as { parts?: { schema: number; intent: Intent }[] };
      if (whole.ok || envelope.intent.kind !== 'batch' || !parts) return whole;
      const after = new AuditOverlay(view);
      const events: AuditEvent[] = [];
      for (const { schema, intent } of parts) {
        const one = decide(after, { ...envelope, intent, schemaVersion: schema }, context);
        if (!one.ok) break;
        for (const event of one.events) {
          const { actor, now: at } = context;
          evolve(after, { ...event, version: after.version + 1, actor, at, operation: null });
          events.push(event);
        }
      }
      return events.length > 0 ? { ok: true, events } : whole;
    },
  }));
