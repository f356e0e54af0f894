import type { Can } from '@cotejo/access-contracts';
import {
  signatureMark,
  type ItemId,
  type KernelIntent,
  type Rejection,
  type SignatureMark,
} from '@cotejo/audits-contracts';
import {
  markingIntent,
  notAllowed,
  permissionForStatus,
  policyObjectOf,
  statusAfterBeginning,
  statusFamily,
  type AuditView,
  type TreeNode,
} from '@cotejo/audits-domain';

/** Maximum of concurrent signature requests; each is answered separately. */
const AT_ONCE = 16;

/** An item that was not signed, with the reason. */
export interface Unsigned {
  readonly id: ItemId;
  readonly rejection: Rejection;
}

/** Items of a selection that this user may sign, as far as the client can tell. */
export interface SignatureChoice {
  readonly mark: SignatureMark;
  readonly may: readonly ItemId[];
  readonly barred: readonly Unsigned[];
}

/** Items of a selection with a status; groups, references and links cannot be signed. */
const workOf = (view: AuditView, chosen: Iterable<ItemId>): TreeNode[] =>
  [...new Set(chosen)].flatMap((id) => {
    const node = view.get(id);
    return node?.status && node.deleted === null && statusFamily(node.type) !== null ? [node] : [];
  });

/** Whether the user may set any mark on any of the items. */
export function mayMark(view: AuditView, chosen: Iterable<ItemId>, can: Can): boolean {
  // One by one: of thousands of selected rows, the first usually decides.
  for (const id of chosen)
    for (const node of workOf(view, [id]))
      if (signatureMark.options.some((mark) => can(permissionForStatus(node, mark), policyObjectOf(node))))
        return true;
  return false;
}

/**
 * Refuses items that have not been started. In an open worksheet, unsaved input may start the item; signing
 * rows in bulk has no such input.
 */
const notBegun = (node: TreeNode, mark: SignatureMark): Rejection | null =>
  mark === 'completed' && node.status !== null && statusAfterBeginning(node) !== null
    ? { code: 'status_not_allowed', params: notAllowed(node, mark) }
    : null;

export function signatureChoice(
  view: AuditView,
  chosen: Iterable<ItemId>,
  mark: SignatureMark,
  judge: (intent: KernelIntent) => Rejection | null,
): SignatureChoice {
  const may: ItemId[] = [];
  const barred: Unsigned[] = [];
  for (const node of workOf(view, chosen)) {
    const rejection = notBegun(node, mark) ?? judge(markingIntent(view, node, mark, null));
    if (rejection) barred.push({ id: node.id, rejection });
    else may.push(node.id);
  }
  return { mark, may, barred };
}

/** Result for a selection. */
export interface Outcome {
  readonly done: readonly ItemId[];
  readonly refused: readonly Unsigned[];
}

interface Asking {
  readonly view: AuditView;
  /** Submits an intent that only the server can decide; null = success. */
  ask(intent: KernelIntent): Promise<Rejection | null>;
}

type OnProgress = (done: number) => void;

/** Processes the items separately, with limited concurrency; a refused item does not affect the others. */
async function askEach(
  ids: readonly ItemId[],
  ask: (id: ItemId) => Promise<Rejection | null>,
  told: OnProgress,
  atOnce: number,
): Promise<Outcome> {
  const answers = new Map<ItemId, Rejection | null>();
  const waiting = [...ids];
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      answers.set(id, await ask(id));
      told(answers.size);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, ids.length) }, work));
  return {
    done: ids.filter((id) => answers.get(id) === null),
    refused: ids.flatMap((id) => {
      const rejection = answers.get(id);
      return rejection ? [{ id, rejection }] : [];
    }),
  };
}

/** Signs each item at the version as of the start; items changed before their turn are left unsigned. */
export function signMany(
  { view, ask }: Asking,
  ids: readonly ItemId[],
  mark: SignatureMark,
  told: OnProgress,
  atOnce = AT_ONCE,
): Promise<Outcome> {
  const seen = new Map(ids.map((id) => [id, view.get(id)?.version]));
  return askEach(
    ids,
    async (id) => {
      const node = view.get(id);
      if (!node) return { code: 'item_not_found' };
      if (node.version !== seen.get(id)) return { code: 'changed_since', params: { version: node.version } };
      return ask(markingIntent(view, node, mark, null));
    },
    told,
    atOnce,
  );
}

/** Withdraws this user's own marks from each item. */
export const withdrawMany = (
  { ask }: Asking,
  ids: readonly ItemId[],
  mark: SignatureMark,
  told: OnProgress,
): Promise<Outcome> => askEach(ids, (id) => ask({ kind: 'withdraw_signature', id, mark }), told, AT_ONCE);
