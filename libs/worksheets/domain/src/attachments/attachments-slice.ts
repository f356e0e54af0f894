import type { UserId } from '@cotejo/access-contracts';
import {
  alive,
  isIcceLocked,
  permissionForStatus,
  policyObjectOf,
  resolved,
  type AuditView,
  type Decision,
  type DecisionContext,
  type IntentRights,
  type Slice,
  type TreeNode,
  sealsOf,
} from '@cotejo/audits-domain';
import {
  isGroup,
  valueShape,
  type AuditEvent,
  type ItemType,
  type StoredAuditEvent,
} from '@cotejo/audits-contracts';
import {
  attachmentEvent,
  attachmentIntent,
  attachmentIntentVocabulary,
  attachmentVocabulary,
  isTextField,
  KeptFile,
  MAX_ATTACHMENTS,
  MAX_COPIED_FILES,
  writableAttachments,
  type AttachmentIntent,
} from '@cotejo/worksheets-contracts';
import { accept, edited, reject } from '../edited.ts';
import {
  ATTACHMENTS_SLICE,
  attachmentsFrom,
  differingAttachments,
  attachmentsIn,
  freezeAttachments,
  isReplaced,
  refusedReplacement,
  signedAttachments,
  thawAttachments,
  type Attachment,
  type Attachments,
} from './attachments-state.ts';
import { copiedFileId, copiedFiles } from './copied-files.ts';

type Of<Kind extends AttachmentIntent['kind']> = Extract<AttachmentIntent, { kind: Kind }>;
type FollowUp = Exclude<AttachmentIntent, Of<'add_attachment' | 'copy_attachments'>>;

/** Whether files may be attached: to the worksheet as a whole, or to a field that its type has. */
const hasField = (type: ItemType, field: string | null): boolean =>
  field === null || isTextField(type, field) || valueShape(type, field) !== undefined;

/** Groups have no worksheet; the worksheet of a link belongs to another audit. */
const hasWorksheet = ({ type }: TreeNode): boolean =>
  !isGroup(type) && type !== 'link' && type !== 'reference' && type !== 'survey';

function decide(view: AuditView, raw: { readonly kind: string }, context: DecisionContext): Decision {
  const intent = attachmentIntent.parse(raw);
  const named = view.get(intent.id);
  if (!named) return reject('item_not_found');
  const asked =
    intent.kind === 'sign_attachment' ? permissionForStatus(named, intent.mark) : 'plan.treeitem__edit';
  if (!context.can(asked, policyObjectOf(named))) return reject('forbidden');
  if (!alive(view, named.id)) return reject('item_deleted');
  // A reference has no worksheet of its own: its original holds the files.
  const node = resolved(view, named);
  if (!hasWorksheet(node)) return reject('no_attachments_here');
  if (isIcceLocked(view, node.type, context)) return reject('icce_role_required');
  if (intent.kind === 'add_attachment') return decideToAdd(view, node, intent, context);
  if (intent.kind === 'copy_attachments') return decideToCopy(view, node, intent);

  // Browsers do not hold attachments: the server decides, and the result arrives by the feed.
  if (context.mode === 'optimistic') return accept();
  const list = attachmentsIn(view, node.id);
  const attachment = list.find(({ id }) => id === intent.attachment);
  if (!attachment) return reject('attachment_not_found');
  const refused = refusedAct(list, attachment, intent);
  if (refused) return refused;
  if (intent.kind === 'restore_attachment' && !(context.sealed instanceof KeptFile))
    return reject('not_sealed');
  return intent.kind === 'sign_attachment'
    ? decideToSign(node, attachment, intent, context.actor)
    : accept(
        {
          type: intent.kind === 'remove_attachment' ? 'AttachmentRemoved' : 'AttachmentRestored',
          data: { id: node.id, attachment: attachment.id },
        },
        ...edited(node),
      );
}

function decideToAdd(
  view: AuditView,
  node: TreeNode,
  { attachment: id, field: given, file, replaces }: Of<'add_attachment'>,
  context: DecisionContext,
): Decision {
  if (replaces === null && !hasField(node.type, given)) return reject('no_attachments_here');
  // The browser only uploads; the attachment arrives by the feed.
  if (context.mode === 'optimistic') return accept();
  const list = attachmentsIn(view, node.id);
  if (list.some((other) => other.id === id)) return reject('duplicate_id');
  if (list.length >= MAX_ATTACHMENTS) return reject('too_many_attachments', { most: MAX_ATTACHMENTS });
  const irreplaceable = refusedReplacement(list, replaces);
  if (irreplaceable) return reject(irreplaceable);
  const before = list.find((other) => other.id === replaces);
  // A new version inherits the field of the replaced one.
  const field = before ? before.field : given;
  const [name] = sealsOf(context, 1) ?? [];
  if (!name) return reject('not_sealed');
  const revision = (before?.revision ?? 0) + 1;
  return accept(
    { type: 'AttachmentAdded', data: { id: node.id, attachment: id, field, name, file, replaces, revision } },
    ...edited(node),
  );
}

/** Copies a worksheet's files; files that an earlier intent copied are skipped. */
function decideToCopy(view: AuditView, node: TreeNode, { files }: Of<'copy_attachments'>): Decision {
  const known = new Set(attachmentsIn(view, node.id).map(({ id }) => id));
  const events: AuditEvent[] = [];
  for (const file of files) {
    if (!hasField(node.type, file.field)) return reject('no_attachments_here');
    const attachment = copiedFileId(view, node.id, file.of);
    if (known.has(attachment)) continue;
    known.add(attachment);
    events.push({ type: 'AttachmentCopied', data: { id: node.id, attachment, ...file } });
  }
  if (known.size > MAX_ATTACHMENTS) return reject('too_many_attachments', { most: MAX_ATTACHMENTS });
  return accept(...events);
}

/** Refusal of an act in the attachment's current state; null if allowed. */
function refusedAct(
  list: readonly Attachment[],
  attachment: Attachment,
  { kind }: FollowUp,
): Decision | null {
  if (kind === 'restore_attachment') {
    if (!attachment.removed) return reject('attachment_not_removed');
    const { replaces } = attachment;
    return replaces !== null && isReplaced(list, replaces) ? reject('attachment_replaced') : null;
  }
  if (attachment.removed) return reject('attachment_removed');
  if (isReplaced(list, attachment.id)) return reject('attachment_replaced');
  return kind === 'remove_attachment' && attachment.signatures.length > 0
    ? reject('attachment_signed')
    : null;
}

/** Reviewing one's own upload or one's own completion is refused. */
function decideToSign(
  node: TreeNode,
  { id: attachment, by, file: { sha256 }, signatures }: Attachment,
  { mark }: Of<'sign_attachment'>,
  actor: UserId,
): Decision {
  if (signatures.some((other) => other.mark === mark && other.by === actor)) return reject('already_signed');
  const isPreparer =
    by === actor || signatures.some((other) => other.mark === 'completed' && other.by === actor);
  if (mark === 'reviewed' && isPreparer) return reject('reviewer_is_preparer');
  return accept({ type: 'AttachmentSigned', data: { id: node.id, attachment, mark, sha256 } });
}

const NEW = { removed: false, signatures: [] } as const;

function evolve(state: unknown, { type, data, actor }: StoredAuditEvent): Attachments {
  const event = attachmentEvent.parse({ type, data } satisfies AuditEvent);
  const { id, attachment } = event.data;
  const all = attachmentsFrom(state);
  const list = all.get(id) ?? [];
  const by = actor as UserId;
  if (event.type === 'AttachmentAdded') {
    const { field, name, file, replaces, revision } = event.data;
    const added = { ...NEW, field, by, name, file, copyOf: null, replaces, revision };
    return all.with(id, [...list, { id: attachment, ...added }]);
  }
  if (event.type === 'AttachmentCopied') {
    const { of: copyOf, field, name, file } = event.data;
    return all.with(id, [
      ...list,
      { ...NEW, id: attachment, field, by, name, file, copyOf, replaces: null, revision: 1 },
    ]);
  }
  const change = (one: Attachment): Attachment =>
    event.type === 'AttachmentSigned'
      ? { ...one, signatures: [...one.signatures, { mark: event.data.mark, by }] }
      : { ...one, removed: event.type === 'AttachmentRemoved' };
  return all.with(
    id,
    list.map((one) => (one.id === attachment ? change(one) : one)),
  );
}

const EDIT: IntentRights = { asks: ['plan.treeitem__edit'], also: ['plan.finding__icce'] };
const rights: Readonly<Record<AttachmentIntent['kind'], IntentRights>> = {
  add_attachment: { ...EDIT, byServer: true },
  remove_attachment: EDIT,
  restore_attachment: EDIT,
  copy_attachments: { ...EDIT, byServer: true },
  sign_attachment: {
    asks: ['plan.mark_completed', 'plan.mark_reviewed', 'plan.finding__mark_reviewed'],
    also: ['plan.finding__icce'],
  },
};

/** Files of worksheets and their signatures, on the audit's stream. */
export const attachmentsSlice: Slice = {
  name: ATTACHMENTS_SLICE,
  intents: attachmentIntentVocabulary,
  events: attachmentVocabulary,
  writable: writableAttachments,
  rights,
  fills: ['add_attachment', 'remove_attachment', 'restore_attachment', 'sign_attachment'],
  parse: (raw) => attachmentIntent.safeParse(raw).data ?? null,
  decide,
  signedContent: signedAttachments,
  copies: (source, item, copy) => {
    const files = copiedFiles(source, item);
    return Array.from({ length: Math.ceil(files.length / MAX_COPIED_FILES) }, (_, index) => {
      const some = files.slice(index * MAX_COPIED_FILES, (index + 1) * MAX_COPIED_FILES);
      return { kind: 'copy_attachments', id: copy, files: some };
    });
  },
  evolve,
  contents: { part: 'attachments', differing: differingAttachments },
  forget: (state, items) => attachmentsFrom(state).without(items),
  freeze: freezeAttachments,
  thaw: thawAttachments,
};
