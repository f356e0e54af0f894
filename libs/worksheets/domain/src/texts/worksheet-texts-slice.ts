import {
  alive,
  policyObjectOf,
  signsAnew,
  liveSubtree,
  type Accompaniment,
  type AuditView,
  type Decision,
  type DecisionContext,
  type Slice,
  type TreeNode,
} from '@cotejo/audits-domain';
import type { UserId } from '@cotejo/access-contracts';
import {
  itemId,
  itemStatus,
  type AuditEvent,
  type IntentEnvelope,
  type ItemId,
  type ItemType,
  type StoredAuditEvent,
} from '@cotejo/audits-contracts';
import {
  FLOWCHART_FIELD,
  isTextField,
  MAX_INTEGER,
  restartTexts,
  reviseTexts,
  SettledBranch,
  SettledTexts,
  textIntentVocabulary,
  textRevised,
  textVocabulary,
  type AttachmentId,
  type RevisedText,
  type UnrevisedTexts,
  writableRestart,
  writableRevision,
} from '@cotejo/worksheets-contracts';
import { z } from 'zod';
import { completionObjection } from '../completion/completion-objection.ts';
import { accept, edited, reject } from '../edited.ts';
import { copiedTexts } from './copied-texts.ts';
import {
  differingTexts,
  freezeTexts,
  signedTexts,
  textsFrom,
  textsIn,
  thawTexts,
  WORKSHEET_TEXTS_SLICE,
  type TextsOfItem,
  type WorksheetTexts,
} from './worksheet-texts-state.ts';

/** Whether an item has revisions of this field: its texts, and the flowchart of an understanding. */
export const isRevisedField = (type: ItemType, field: string): boolean =>
  isTextField(type, field) || (type === 'understanding' && field === FLOWCHART_FIELD);

function decide(view: AuditView, raw: { readonly kind: string }, context: DecisionContext): Decision {
  return raw.kind === 'restart_texts' ? restart(view, raw, context) : revise(view, raw, context);
}

/** Texts and signatures are unchanged: the dropped rows were in no revision. */
function restart(view: AuditView, raw: { readonly kind: string }, context: DecisionContext): Decision {
  const { kind: _, ...data } = restartTexts.parse(raw);
  const node = view.get(data.id);
  if (!node) return reject('item_not_found');
  return context.can('plan.access') ? accept({ type: 'TextsRestarted', data }) : reject('forbidden');
}

function revise(view: AuditView, raw: { readonly kind: string }, context: DecisionContext): Decision {
  const { id, revisions, copied = false } = reviseTexts.parse(raw);
  const node = view.get(id);
  if (!node) return reject('item_not_found');
  if (!context.can('plan.treeitem__edit', policyObjectOf(node))) return reject('forbidden');
  const stranger = revisions.find(({ field }) => !isRevisedField(node.type, field));
  if (stranger) return reject('text_not_allowed', { field: stranger.field });
  const events = revisionEvents(textsIn(view, id), id, revisions);
  // Texts acknowledged before an item was deleted are revised even after it: if the item is restored, no
  // signature may stand on unseen text.
  const follows = events.length === 0 || copied ? [] : edited(node, authorsOf(revisions));
  return accept(...events, ...follows);
}

const authorsOf = (revisions: readonly RevisedText[]): readonly UserId[] => [
  ...new Set(revisions.flatMap(({ authors }) => authors)),
];

/**
 * One event per revision, in order. Revisions whose rows are covered already are dropped: two nodes may cut the same
 * revision, and one may be submitted twice.
 * @param rows number of rows of the room, if known
 */
function revisionEvents(
  before: TextsOfItem,
  id: ItemId,
  revisions: readonly RevisedText[],
  rows = Infinity,
): AuditEvent[] {
  const latest = new Map(Object.entries(before).map(([field, { rev, upTo }]) => [field, { rev, upTo }]));
  return revisions.flatMap((revision): AuditEvent[] => {
    const { field, text, covers } = revision;
    const last = latest.get(field);
    // An existing revision that claims rows beyond the room's count is forged: it covers none of them.
    const isHeld = last !== undefined && covers[1] <= last.upTo && last.upTo < rows;
    // Empty before and now: no revision.
    if (isHeld || (last === undefined && text === null)) return [];
    const rev = (last?.rev ?? 0) + 1;
    latest.set(field, { rev, upTo: covers[1] });
    return [{ type: 'TextRevised', data: { id, rev, ...revision } }];
  });
}

/** Intent that signs a worksheet or changes its status. */
const signingIntent = z.object({
  kind: z.enum(['sign_item', 'change_status']),
  id: itemId,
  to: itemStatus.optional(),
  textsAt: z.number().int().nonnegative().nullish(),
});
type SigningIntent = z.infer<typeof signingIntent>;

const deletion = z.object({ kind: z.literal('delete_item'), id: itemId });

/** Actions that end the work on every worksheet of the audit. */
const closing = z.object({ kind: z.literal('change_audit_status'), action: z.enum(['close', 'cancel']) });

/** The pending texts are unknown: a signature could miss them, a deletion could lose them. */
const NOT_SEALED: Accompaniment = { events: [], objection: { code: 'not_sealed' } };

/**
 * Cuts revisions of pending texts before a signature or the end of their audit, and refuses to sign or delete unseen
 * texts of other authors. The texts come from the server (`context.sealed`), never from the intent.
 */
function accompanies(
  view: AuditView,
  raw: IntentEnvelope['intent'],
  base: number,
  { actor, sealed }: DecisionContext,
): Accompaniment | null {
  const isOthers = (authors: readonly string[]): boolean => authors.some((author) => author !== actor);
  const deleting = deletion.safeParse(raw).data;
  if (deleting) {
    if (!(sealed instanceof SettledBranch)) return NOT_SEALED;
    return accompaniesDeletion(view, deleting.id, sealed.worksheets, base, isOthers);
  }
  if (closing.safeParse(raw).success) {
    if (!(sealed instanceof SettledBranch)) return NOT_SEALED;
    return { events: comeToRest(view, sealed.worksheets, (id) => alive(view, id)).events, objection: null };
  }
  const signing = signingIntent.safeParse(raw).data;
  const node = signing && view.get(signing.id);
  if (!node) return null;
  if (!(sealed instanceof SettledTexts)) return NOT_SEALED;
  const texts = sealed.texts.filter(({ field }) => isRevisedField(node.type, field));
  const revised = revisionEvents(textsIn(view, node.id), node.id, texts, sealed.rows);
  return {
    events: revised.length === 0 ? [] : [...revised, ...edited(node, authorsOf(texts))],
    objection:
      putsMark(node, signing) && holdsUnseen(view, node.id, signing, sealed, base, isOthers)
        ? { code: 'changed_since', params: { version: view.version } }
        : null,
  };
}

/** Pending texts are revised before a deletion: a restored item has them, and the log knows their authors. */
function accompaniesDeletion(
  view: AuditView,
  branch: ItemId,
  texts: readonly UnrevisedTexts[],
  base: number,
  isOthers: (authors: readonly string[]) => boolean,
): Accompaniment | null {
  const going = new Set([...liveSubtree(view, branch)].map(({ id }) => id));
  const { events, authors } = comeToRest(view, texts, (id) => going.has(id));
  let isUnseen = isOthers(authors);
  for (const id of going)
    isUnseen ||= Object.values(textsIn(view, id)).some(
      ({ version, authors }) => version > base && isOthers(authors),
    );
  if (!isUnseen && events.length === 0) return null;
  return { events, objection: isUnseen ? { code: 'stale_delete' } : null };
}

/** Revisions that nobody has made yet of some worksheets, with what they take back, and who wrote them. */
function comeToRest(
  view: AuditView,
  worksheets: readonly UnrevisedTexts[],
  isMeant: (id: ItemId) => boolean,
): { readonly events: readonly AuditEvent[]; readonly authors: readonly UserId[] } {
  const events: AuditEvent[] = [];
  const authors: UserId[] = [];
  for (const { id, revisions } of worksheets) {
    const node = isMeant(id) ? view.get(id) : undefined;
    if (!node) continue;
    const known = revisions.filter(({ field }) => isRevisedField(node.type, field));
    const revised = revisionEvents(textsIn(view, id), id, known);
    if (revised.length === 0) continue;
    events.push(...revised, ...edited(node, authorsOf(known)));
    authors.push(...authorsOf(known));
  }
  return { events, authors };
}

const putsMark = (node: TreeNode, { kind, to }: SigningIntent): boolean =>
  kind === 'sign_item' || (to !== undefined && signsAnew(node, to));

/**
 * Whether a worksheet has text of other authors after the signer's row of its room or, if no room was open,
 * after the signer's version. A row beyond the room's count is treated as nothing seen.
 */
function holdsUnseen(
  view: AuditView,
  id: ItemId,
  { textsAt = null }: SigningIntent,
  { texts, rows }: SettledTexts,
  base: number,
  isOthers: (authors: readonly string[]) => boolean,
): boolean {
  const seenRows = textsAt === null || textsAt <= rows ? textsAt : 0;
  const isUnseen = (upTo: number, version: number): boolean =>
    seenRows === null ? version > base : Math.min(upTo, rows - 1) >= seenRows;
  return (
    texts.some(({ covers, authors }) => isUnseen(covers[1], Infinity) && isOthers(authors)) ||
    Object.values(textsIn(view, id)).some(
      ({ upTo, version, authors }) => isUnseen(upTo, version) && isOthers(authors),
    )
  );
}

/** Wider than the writable schema: events of earlier releases remain readable. */
const facts = textRevised.shape.data;
const NO_IMAGES: readonly AttachmentId[] = [];

function evolve(state: unknown, event: StoredAuditEvent): WorksheetTexts {
  if (event.type === 'TextsRestarted') return textsFrom(state);
  const { id, field, rev, text, characters, authors, covers, images = NO_IMAGES } = facts.parse(event.data);
  const texts = textsFrom(state);
  const revised = {
    rev,
    hash: text?.hash ?? null,
    ref: text?.ref ?? null,
    length: text?.length ?? 0,
    characters,
    // No room has row numbers this high: the event dates from before such numbers were refused, and would
    // block later revisions.
    upTo: covers[1] > MAX_INTEGER ? -1 : covers[1],
    version: event.version,
    authors,
    images,
  };
  return texts.with(id, { ...texts.get(id), [field]: revised });
}

/** Rich texts of worksheets as revised in their authors' pauses, on the audit's stream. */
export const worksheetTextsSlice: Slice = {
  name: WORKSHEET_TEXTS_SLICE,
  intents: textIntentVocabulary,
  events: textVocabulary,
  writable: { TextRevised: writableRevision, TextsRestarted: writableRestart },
  rights: {
    revise_texts: { asks: ['plan.treeitem__edit'], byServer: true },
    restart_texts: { asks: ['plan.access'], byServer: true },
  },
  fills: ['revise_texts'],
  repairs: ['restart_texts'],
  parse: (raw) => z.union([reviseTexts, restartTexts]).safeParse(raw).data ?? null,
  decide,
  objects: completionObjection,
  accompanies,
  signedContent: signedTexts,
  copies: (source, item, copy) => {
    const revisions = copiedTexts(source, item);
    return revisions.length === 0 ? [] : [{ kind: 'revise_texts', id: copy, revisions, copied: true }];
  },
  evolve,
  contents: { part: 'texts', differing: differingTexts },
  forget: (state, items) => textsFrom(state).without(items),
  freeze: freezeTexts,
  thaw: thawTexts,
};
