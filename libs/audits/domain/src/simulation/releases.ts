import { auditIntentVocabulary, auditVocabulary } from '@cotejo/audits-contracts';
import { createUpcaster, type Vocabulary } from '@cotejo/event-store/upcast';
import { createAuditModel } from '../model/audit-model.ts';
import type { AuditModel } from '../model/model.ts';
import { marksBefore, marksNow } from './marks-slice.ts';

/** The two releases that run side by side during a rolling deployment. */
export type Release = 'before' | 'now';

/** Events and intents unknown to the previous release. */
const NEW_EVENTS: readonly string[] = [
  'TreeItemScheduled',
  'RiskDescribed',
  'TreeItemPurged',
  'TreeDocumentCompacted',
  'TreeItemRenumbered',
  'ItemValuesSet',
];
const NEW_INTENTS: readonly string[] = [
  'schedule_item',
  'describe_risk',
  'purge_item',
  'compact_document',
  'set_values',
];

const without = (vocabulary: Vocabulary, names: readonly string[]): Vocabulary =>
  Object.fromEntries(Object.entries(vocabulary).filter(([name]) => !names.includes(name)));

export const modelOfNow = (): AuditModel => createAuditModel([marksNow]);

/** The present rules, restricted to the vocabulary of the previous release. */
export function modelOfBefore(): AuditModel {
  const model = createAuditModel([marksBefore]);
  const events = createUpcaster([without(auditVocabulary, NEW_EVENTS), marksBefore.events]);
  const intents = createUpcaster([without(auditIntentVocabulary, NEW_INTENTS), marksBefore.intents]);
  return {
    ...model,
    stateVersion: model.stateVersion - 1,
    events,
    intents,
    decide(view, envelope, context) {
      const { kind } = envelope.intent;
      if (NEW_INTENTS.includes(kind)) return { ok: false, rejection: { code: 'unknown_intent' } };
      const decision = model.decide(view, envelope, context);
      // A batch may contain parts unknown to this release.
      return decision.ok && decision.events.some(({ type }) => NEW_EVENTS.includes(type))
        ? { ok: false, rejection: { code: 'unknown_intent' } }
        : decision;
    },
  };
}
