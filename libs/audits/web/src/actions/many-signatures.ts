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

/** Signatures on their way at a time: each is an answer of its own. */
const AT_ONCE = 16;

/** An item that is not signed, and why. */
export interface Unsigned {
  readonly id: ItemId;
  readonly rejection: Rejection;
}

/** What of a selection this person may put a mark under, as far as a browser knows. */
export interface SignatureChoice {
  readonly mark: SignatureMark;
  readonly may: readonly ItemId[];
  readonly barred: readonly Unsigned[];
}

/** Items of a selection that are somebody's work; groups, references and links have nothing to sign. */
const workOf = (view: AuditView, chosen: Iterable<ItemId>): TreeNode[] =>
  [...new Set(chosen)].flatMap((id) => {
    const node = view.get(id);
    return node?.status && node.deleted === null && statusFamily(node.type) !== null ? [node] : [];
  });

/** Whether somebody may mark any of them, one way or the other. */
export const mayMark = (view: AuditView, chosen: Iterable<ItemId>, can: Can): boolean =>
  workOf(view, chosen).some((node) =>
    signatureMark.options.some((mark) => can(permissionForStatus(node, mark), policyObjectOf(node))),
  );

/** A worksheet that is open may have been begun by what is written in it just now; of a row that is the exception. */
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

/** What became of a selection. */
export interface Outcome {
  readonly done: readonly ItemId[];
  readonly refused: readonly Unsigned[];
}

interface Asking {
  readonly view: AuditView;
  /** Asks what only the server can decide; null = it was done. */
  ask(intent: KernelIntent): Promise<Rejection | null>;
}

type Told = (done: number) => void;

/** Each by itself, some at a time; what one is refused keeps nobody else from theirs. */
async function askEach(
  ids: readonly ItemId[],
  ask: (id: ItemId) => Promise<Rejection | null>,
  told: Told,
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

/**
 * Asks for a mark under each of them as it is when this begins: what somebody changes before its turn comes is
 * left unsigned.
 */
export function signMany(
  { view, ask }: Asking,
  ids: readonly ItemId[],
  mark: SignatureMark,
  told: Told,
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

/** Takes this person's own marks back from each of them. */
export const withdrawMany = (
  { ask }: Asking,
  ids: readonly ItemId[],
  mark: SignatureMark,
  told: Told,
): Promise<Outcome> => askEach(ids, (id) => ask({ kind: 'withdraw_signature', id, mark }), told, AT_ONCE);
