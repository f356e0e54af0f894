import type { Can, UserId } from '@cotejo/access-contracts';
import type { ItemId } from '@cotejo/audits-contracts';
import type { AuditView } from '@cotejo/audits-domain';

/** One of the person's own intents, until the audit shows what became of it. */
export interface OwnIntent {
  readonly session: string;
  readonly seq: number;
  readonly intent: { readonly kind: string; readonly [field: string]: unknown };
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Null until the server answered. */
  readonly answer: { readonly outcome: { readonly ok: boolean }; readonly version: number } | null;
}

/** What notes need of the open audit. */
export interface NotesSession {
  readonly me: UserId;
  readonly mode: 'edit' | 'read';
  readonly can: Can;
  readonly view: AuditView;
  /** Another object whenever the tree, or anybody's right in it, changed. */
  readonly snapshot: object;
  onTree(listener: () => void): () => void;
  readonly connection: {
    readonly outbox: {
      readonly pending: readonly OwnIntent[];
      onChange(listener: () => void): () => void;
      onSettled(
        listener: (settled: readonly { readonly entry: OwnIntent; readonly tray: object | null }[]) => void,
      ): () => void;
    };
  };
}

/** Who somebody is on the item that a note is on: what the rules of notes ask. */
export const actorOn = ({ me, can, view }: NotesSession, item: ItemId) => {
  const node = view.get(item);
  return {
    actor: me,
    can,
    object: node ? { createdBy: node.createdBy, assignee: node.assignee } : {},
  };
};
