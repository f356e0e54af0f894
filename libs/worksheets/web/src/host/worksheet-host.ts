import type { Can, UserId } from '@cotejo/access-contracts';
import type { AuditDetail, ItemId, AuditIntent, Rejection } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from '@cotejo/audits-domain';
import type { AvatarPerson } from '@cotejo/ui';
import { createContext, use, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';

/** What worksheets need of the open audit. */
export interface WorksheetSession {
  readonly me: UserId;
  readonly mode: 'edit' | 'read';
  readonly can: Can;
  readonly view: AuditView;
  onTree(listener: () => void): () => void;
  /** Would it be refused as things stand? Null when not. */
  judge(intent: AuditIntent): Rejection | null;
}

/** Somebody who is in a field now. */
export interface FieldPeer {
  readonly user: AvatarPerson;
  readonly field: string | null;
}

/** A file that became an attachment of the worksheet. */
export interface Attached {
  readonly attachment: string;
  readonly name: string;
  readonly isImage: boolean;
}

/** What is around a worksheet: the plan that it stands in. Only `apps` makes one. */
export interface WorksheetHost {
  readonly audit: AuditDetail;
  /** What the worksheet is about: of a reference, what it refers to. */
  readonly itemId: ItemId;
  readonly session: WorksheetSession;
  /** Does it, shows it at once; a refusal is told in words. True when it was accepted here. */
  act(intent: AuditIntent): boolean;
  /** Asks what only the server can decide, and tells a refusal in words. */
  ask(intent: AuditIntent): Promise<boolean>;
  /** The same, for whoever tells the refusal where it was asked; null = it was done. */
  request(intent: AuditIntent): Promise<Rejection | null>;
  /** A refusal in words. */
  words(rejection: Pick<Rejection, 'code' | 'params'>): string;
  /** Brings a tab of the worksheet to the front, by its name in the address. */
  openTab(tab: string): void;
  person(id: string | null): AvatarPerson | null;
  readonly team: readonly AvatarPerson[];
  /** Opens the worksheet of an item, in front. */
  openItem(id: ItemId): void;
  /** The review notes of an item, or of one field of its worksheet. */
  openNotes(id: ItemId, field?: string): void;
  /** Says it to screen readers, politely. */
  announce(text: string): void;
  /** Uploads files as attachments of a field; resolves with those that were taken, and tells of the others. */
  attach(files: readonly File[], field: string): Promise<readonly Attached[]>;
  /** The image of an attachment as an address for this page; null when there is none to see. */
  loadImage(attachment: string): Promise<string | null>;
  /** Who else is in this worksheet; another list whenever that changes. */
  peers(): readonly FieldPeer[];
  onPeers(listener: () => void): () => void;
  /** Tells the others in which field this person is. */
  enterField(field: string): void;
  /** No longer in it; nothing happens when another was entered meanwhile. */
  leaveField(field: string): void;
}

export const WorksheetHostContext = createContext<WorksheetHost | null>(null);

/** Throws outside of a worksheet. */
export function useWorksheetHost(): WorksheetHost {
  const host = use(WorksheetHostContext);
  if (!host) throw new Error('no worksheet around this');
  return host;
}

/** Something of the audit as it is shown now; draws again when `read` gives another value. */
export function useOfAudit<T>(read: (view: AuditView) => T): T {
  const { session } = useWorksheetHost();
  const subscribe = useCallback((listener: () => void) => session.onTree(listener), [session]);
  return useSyncExternalStore(subscribe, () => read(session.view));
}

/** The item that the worksheet is about; undefined once it left the plan. */
export function useItem(): TreeNode | undefined {
  const { itemId } = useWorksheetHost();
  return useOfAudit(useCallback((view) => view.get(itemId), [itemId]));
}

const NOBODY: readonly FieldPeer[] = [];

/** Who else is in a field of the worksheet around it. */
export function useFieldPeers(field: string): readonly FieldPeer[] {
  const host = useWorksheetHost();
  const subscribe = useCallback((listener: () => void) => host.onPeers(listener), [host]);
  const all = useSyncExternalStore(subscribe, () => host.peers());
  return useMemo(() => {
    const here = all.filter((peer) => peer.field === field);
    return here.length > 0 ? here : NOBODY;
  }, [all, field]);
}

/** Tells the others that this person is in a field while it has the focus; the answer goes on what holds it. */
export function useAnnounceField(field: string): {
  readonly onFocus: () => void;
  readonly onBlur: () => void;
} {
  const host = useWorksheetHost();
  const onFocus = useCallback(() => host.enterField(field), [host, field]);
  const onBlur = useCallback(() => host.leaveField(field), [host, field]);
  // What goes with the focus in it leaves the field, too.
  useEffect(() => onBlur, [onBlur]);
  return { onFocus, onBlur };
}
