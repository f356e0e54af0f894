import type { Can, UserId } from '@cotejo/access-contracts';
import type { ItemId } from '@cotejo/audits-contracts';
import type { AuditView } from '@cotejo/audits-domain';

/** An intent of this user, until the audit reflects its outcome. */
export interface OwnIntent {
  readonly session: string;
  readonly seq: number;
  readonly intent: { readonly kind: string; readonly [field: string]: unknown };
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Null until the server answered. */
  readonly answer: { readonly outcome: { readonly ok: boolean }; readonly version: number } | null;
}

/** The part of the open audit that notes need. */
export interface NotesSession {
  readonly me: UserId;
  readonly mode: 'edit' | 'read';
  readonly can: Can;
  readonly view: AuditView;
  /** A new object after each change of the tree or of rights. */
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

/** The current user with the rights on a note's item, as the rules of notes need them. */
export const actorOn = ({ me, can, view }: NotesSession, item: ItemId) => {
  const node = view.get(item);
  return {
    actor: me,
    can,
    object: node ? { createdBy: node.createdBy, assignee: node.assignee } : {},
  };
};
