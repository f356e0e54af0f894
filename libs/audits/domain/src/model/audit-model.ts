import { createUpcaster, UnknownVersion } from '@cotejo/event-store/upcast';
import {
  auditIntentVocabulary,
  auditVocabulary,
  isOfHidden,
  itemId,
  kernelIntent,
  MAX_PARTS,
  type IntentEnvelope,
  type ItemId,
  type KernelIntent,
  type StoredAuditEvent,
} from '@cotejo/audits-contracts';
import { assignItem } from '../items/assign-item.ts';
import { AuditOverlay } from './audit-overlay.ts';
import { decideBatchIntent, storedNext, type Batch } from './batch.ts';
import { changeStatus } from '../status/change-status.ts';
import { chooseFindingTreatment } from '../status/choose-finding-treatment.ts';
import { choosePlanTreatment } from '../status/choose-plan-treatment.ts';
import { compactDocument } from './compact-document.ts';
import { withCopiedContent } from '../copy/copied-content.ts';
import { copyItem } from '../copy/copy-item.ts';
import { createItem } from '../items/create-item.ts';
import { refuse } from './decision.ts';
import { deleteItem } from '../items/delete-item.ts';
import { describeRisk } from '../items/describe-risk.ts';
import { discardOperation } from '../copy/discard-operation.ts';
import { evolveKernel, type StoredKernelEvent } from './evolve.ts';
import { finishOperation } from '../copy/finish-operation.ts';
import { joinsClosed, refusedAtTheGate, takesFromClosed } from './gate.ts';
import { kernelRights, type IntentRights } from '../access/intent-rights.ts';
import { decideAboutAudit, isAboutAudit } from '../lifecycle/decide-about-audit.ts';
import { statusFollowing } from '../lifecycle/follow-work.ts';
import { openNotesIn, type OpenNotes } from '../lifecycle/pre-close-check.ts';
import type { AuditModel, AuditView, Decision, DecisionContext, Slice, WritableAuditView } from './model.ts';
import { moveItem } from '../items/move-item.ts';
import { purgeItem } from '../items/purge-item.ts';
import { readClient } from './read-client.ts';
import { recodeItem } from '../items/recode-item.ts';
import { renameItem } from '../items/rename-item.ts';
import { restoreItem } from '../items/restore-item.ts';
import { scheduleItem } from '../items/schedule-item.ts';
import { setValues } from '../items/set-values.ts';
import { signItem } from '../signatures/sign-item.ts';
import type { TextsOf } from '../signatures/signatures.ts';
import { startOperation } from '../copy/start-operation.ts';
import { allotItem } from '../stretches/allot-item.ts';
import { setSprint, setVisit } from '../stretches/set-stretch.ts';
import { declareIndependence } from '../team/declare-independence.ts';
import { setMember } from '../team/set-member.ts';
import { changeTimeRecord, recordTime, removeTimeRecord } from '../time/record-time.ts';
import { subtree } from './tree.ts';
import { withdrawSignature } from '../signatures/withdraw-signature.ts';
import { unwritableBy } from './writable-event.ts';

/** Raise it when the shape of a frozen state changes: older snapshots are then ignored. */
const STATE_VERSION = 9;

/** Base version of a client that has seen nothing. */
const NOTHING_SEEN = -1;

const KERNEL_KINDS: ReadonlySet<string> = new Set(Object.keys(auditIntentVocabulary));
const KERNEL_EVENTS: ReadonlySet<string> = new Set(Object.keys(auditVocabulary));

/**
 * The audit's rules with the slices of the contexts that live on its stream. Throws on duplicate names, and
 * on an intent without declared rights.
 */
export function createAuditModel(slices: readonly Slice[] = []): AuditModel {
  const byIntent = indexSlices(slices, (slice) => Object.keys(slice.intents));
  const byEvent = indexSlices(slices, (slice) => Object.keys(slice.events));
  for (const kind of byIntent.keys())
    if (KERNEL_KINDS.has(kind)) throw new Error(`intent ${kind} belongs to the kernel`);
  for (const type of byEvent.keys())
    if (KERNEL_EVENTS.has(type)) throw new Error(`event ${type} belongs to the kernel`);

  const rights = rightsOf(slices);
  const events = createUpcaster([auditVocabulary, ...slices.map((slice) => slice.events)]);
  const intents = createUpcaster([auditIntentVocabulary, ...slices.map((slice) => slice.intents)]);
  /** @throws UnknownVersion */
  const upcast = (envelope: IntentEnvelope): IntentEnvelope => {
    const { intent, schemaVersion } = envelope;
    const newest = intents.newest(intent.kind);
    if (schemaVersion === undefined || schemaVersion === newest) return envelope;
    const { data } = intents.read({ type: intent.kind, schemaVersion, data: intent });
    return { ...envelope, intent: { ...data, kind: intent.kind }, schemaVersion: newest };
  };

  const notesOf = (view: AuditView): OpenNotes => openNotesIn(view, slices);
  const textsOf: TextsOf = (view, id) => slices.flatMap((slice) => slice.signedContent?.(view, id) ?? []);

  /**
   * Decides an intent together with the events by which slices accompany it: the intent and the slices'
   * objections are judged on the state after those events.
   */
  function inCompany(
    company: readonly Slice[],
    view: AuditView,
    { intent, base, operation }: Pick<IntentEnvelope, 'intent' | 'base' | 'operation'>,
    context: DecisionContext,
    judge: (view: AuditView) => Decision,
  ): Decision {
    const decision = judge(view);
    const brought =
      context.mode === 'server'
        ? company.flatMap((slice) => slice.accompanies?.(view, intent, base, context) ?? [])
        : [];
    const objection = brought.find((one) => one.objection !== null)?.objection ?? null;
    if (decision.ok && objection) return { ok: false, rejection: objection };
    const front = brought.flatMap(({ events }) => events);
    if (front.length === 0) return unlessObjected(company, view, decision, context);
    const after = new AuditOverlay(view);
    for (const event of front) model.evolve(after, storedNext(after, event, context, operation));
    const final = unlessObjected(company, after, judge(after), context);
    if (!final.ok) return final;
    return objection
      ? { ok: false, rejection: objection }
      : { ok: true, events: [...front, ...final.events] };
  }

  /** A decision with what the audit's own status comes to by it. */
  function withStatusFollowing(
    view: AuditView,
    decision: Decision,
    context: DecisionContext,
    operation: string | undefined,
  ): Decision {
    if (!decision.ok) return decision;
    const after = () => {
      const overlay = new AuditOverlay(view);
      for (const event of decision.events)
        model.evolve(overlay, storedNext(overlay, event, context, operation));
      return overlay;
    };
    const following = statusFollowing(view, decision.events, after, notesOf);
    return following ? { ok: true, events: [...decision.events, following] } : decision;
  }

  const model: AuditModel = {
    stateVersion: STATE_VERSION,
    slices,
    events,
    intents,
    rights,
    unwritable: unwritableBy(slices),

    readClient: (envelope) =>
      readClient(
        {
          sliceOf: (kind) => byIntent.get(kind) ?? null,
          isKernels: (kind) => KERNEL_KINDS.has(kind),
          rights,
          modern: (one) => model.modern(one),
          newest: (kind) => intents.newest(kind),
        },
        envelope,
      ),

    modern(envelope) {
      try {
        return upcast(envelope);
      } catch (error) {
        if (error instanceof UnknownVersion) return envelope;
        throw error;
      }
    },

    decide(view, given, asked) {
      const { kind } = given.intent;
      let envelope: IntentEnvelope;
      try {
        envelope = upcast(given);
      } catch (error) {
        if (!(error instanceof UnknownVersion)) throw error;
        return error.known === null ? refuse('unknown_intent', { kind }) : refuse('upgrade_in_progress');
      }
      const { intent, operation, sealed } = envelope;
      // A base beyond the head cannot have been seen; accepting it would hide every change by other users.
      const isBeyond = asked.mode === 'server' && envelope.base > view.version;
      const base = isBeyond ? NOTHING_SEEN : envelope.base;
      const slice = byIntent.get(intent.kind);
      const context = { ...asked, sealed };
      if (slice) {
        const parsed = slice.parse(intent);
        if (!parsed) return refuse('invalid_intent');
        const { kind } = parsed;
        const about = itemId.safeParse(intent['id']);
        const atTheGate = {
          kind,
          fills: slice.fills?.includes(kind) ?? false,
          repairs: slice.repairs?.includes(kind) ?? false,
        };
        const refused = refusedAtTheGate(
          view,
          about.success ? { ...atTheGate, id: about.data } : atTheGate,
          operation,
        );
        if (refused) return { ok: false, rejection: refused };
        const judge = (at: AuditView): Decision => {
          const decision = slice.decide(at, parsed, context);
          return joinsClosed(at, decision) ? refuse('audit_closed') : decision;
        };
        const others = slices.filter((other) => other !== slice);
        const decided = inCompany(others, view, { intent, base, operation }, context, judge);
        return withStatusFollowing(view, decided, context, operation);
      }
      if (partsOf(intent) > MAX_PARTS) return refuse('too_many_parts', { most: MAX_PARTS });
      const parsed = kernelIntent.safeParse(intent);
      if (!parsed.success)
        return refuse(parsed.error.issues.some(isOfHidden) ? 'hidden_characters' : 'invalid_intent');
      if (parsed.data.kind === 'batch')
        return decideBatchIntent(
          model,
          view,
          parsed.data,
          { base, sealed, ...(operation && { operation }) },
          context,
        );
      const refused = refusedAtTheGate(view, parsed.data, operationOf(parsed.data, operation));
      if (refused) return { ok: false, rejection: refused };
      const { data } = parsed;
      const whole = inCompany(slices, view, { intent, base, operation }, context, (at) => {
        const decided = decideKernel(at, data, base, context, { textsOf, notesOf });
        const decision = withCopiedContent(model, at, decided, context, operation);
        const isTooLate = takesFromClosed(at, decision) || joinsClosed(at, decision);
        return isTooLate ? refuse('audit_closed') : decision;
      });
      return withStatusFollowing(view, whole, context, operation);
    },

    evolve(view, event) {
      const slice = byEvent.get(event.type);
      if (slice) {
        view.setSlice(slice.name, slice.evolve(view.slice(slice.name), event));
        view.setAudit({ version: event.version });
        return;
      }
      if (!isKernelEvent(event))
        throw new Error(`event ${event.type} (version ${event.version}) is of no registered slice`);
      if (event.type === 'TreeItemPurged') forgetIn(slices, view, event.data.id);
      evolveKernel(view, event);
    },
  };
  return model;
}

/**
 * Rights required by every kind of intent; throws where a slice does not declare them for one of its kinds.
 */
function rightsOf(slices: readonly Slice[]): ReadonlyMap<string, IntentRights> {
  const rights = new Map<string, IntentRights>(Object.entries(kernelRights));
  for (const slice of slices)
    for (const kind of Object.keys(slice.intents)) {
      const declared = slice.rights[kind];
      if (!declared) throw new Error(`intent ${kind} does not say what it asks of a person's rights`);
      rights.set(kind, declared);
    }
  return rights;
}

/** The decision, or the first objection of a slice to it. */
function unlessObjected(
  slices: readonly Slice[],
  view: AuditView,
  decision: Decision,
  context: DecisionContext,
): Decision {
  if (!decision.ok) return decision;
  for (const slice of slices) {
    const rejection = slice.objects?.(view, decision.events, context);
    if (rejection) return { ok: false, rejection };
  }
  return decision;
}

/** Removes the slices' state for a branch. Must be called while the branch still exists. */
function forgetIn(slices: readonly Slice[], view: WritableAuditView, branch: ItemId): void {
  const items = [...subtree(view, branch)].map(({ id }) => id);
  for (const slice of slices) {
    const state = view.slice(slice.name);
    if (slice.forget && state !== undefined) view.setSlice(slice.name, slice.forget(state, items));
  }
}

/**
 * Number of parts of an intent, checked before parsing, so that an oversized one is refused as such rather
 * than as malformed.
 */
function partsOf({ kind, parts, copies }: IntentEnvelope['intent']): number {
  const list = kind === 'batch' ? parts : kind === 'copy_item' ? copies : null;
  return Array.isArray(list) ? list.length : 0;
}

/** Finishing or discarding belongs to the operation itself; starting one is decided before it runs. */
function operationOf(intent: KernelIntent, declared: string | undefined): string | undefined {
  if (intent.kind === 'start_operation') return undefined;
  if (intent.kind === 'finish_operation' || intent.kind === 'discard_operation') return intent.operation;
  return declared;
}

/** What the slices keep, as far as the kernel's rules ask about it. */
interface KeptBySlices {
  readonly textsOf: TextsOf;
  readonly notesOf: (view: AuditView) => OpenNotes;
}

function decideKernel(
  view: AuditView,
  intent: Exclude<KernelIntent, Batch>,
  base: number,
  context: DecisionContext,
  { textsOf, notesOf }: KeptBySlices,
): Decision {
  if (isAboutAudit(intent)) return decideAboutAudit(view, intent, () => notesOf(view), context);
  switch (intent.kind) {
    case 'create_item':
      return createItem(view, intent, context);
    case 'copy_item':
      return copyItem(view, intent, context);
    case 'schedule_item':
      return scheduleItem(view, intent, context);
    case 'describe_risk':
      return describeRisk(view, intent, context);
    case 'purge_item':
      return purgeItem(view, intent, context);
    case 'compact_document':
      return compactDocument(context);
    case 'rename_item':
      return renameItem(view, intent, base, context);
    case 'recode_item':
      return recodeItem(view, intent, context);
    case 'move_item':
      return moveItem(view, intent, context);
    case 'assign_item':
      return assignItem(view, intent, context);
    case 'change_status':
      return changeStatus(view, intent, base, context, textsOf);
    case 'set_values':
      return setValues(view, intent, base, context);
    case 'sign_item':
      return signItem(view, intent, base, context, textsOf);
    case 'withdraw_signature':
      return withdrawSignature(view, intent, context);
    case 'delete_item':
      return deleteItem(view, intent, base, context);
    case 'restore_item':
      return restoreItem(view, intent, context);
    case 'choose_finding_treatment':
      return chooseFindingTreatment(view, intent, base, context);
    case 'choose_plan_treatment':
      return choosePlanTreatment(view, intent, base, context);
    case 'set_member':
      return setMember(view, intent, context);
    case 'declare_independence':
      return declareIndependence(view, intent, context);
    case 'set_sprint':
      return setSprint(view, intent, context);
    case 'set_visit':
      return setVisit(view, intent, context);
    case 'allot_item':
      return allotItem(view, intent, context);
    case 'record_time':
      return recordTime(view, intent, context);
    case 'change_time_record':
      return changeTimeRecord(view, intent, context);
    case 'remove_time_record':
      return removeTimeRecord(view, intent, context);
    case 'start_operation':
      return startOperation(intent, context);
    case 'finish_operation':
      return finishOperation(intent, context);
    case 'discard_operation':
      return discardOperation(view, intent, context);
  }
}

/** A stored event's type determines its shape: it was decided here and is parsed on entry. */
const isKernelEvent = (event: StoredAuditEvent): event is StoredAuditEvent & StoredKernelEvent =>
  KERNEL_EVENTS.has(event.type);

function indexSlices(
  slices: readonly Slice[],
  names: (slice: Slice) => readonly string[],
): ReadonlyMap<string, Slice> {
  const index = new Map<string, Slice>();
  for (const slice of slices)
    for (const name of names(slice)) {
      if (index.has(name)) throw new Error(`two slices claim ${name}`);
      index.set(name, slice);
    }
  return index;
}
