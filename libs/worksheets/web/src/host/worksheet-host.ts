import type { Can, UserId } from '@cotejo/access-contracts';
import type { AuditDetail, ItemId, AuditIntent, Rejection } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from '@cotejo/audits-domain';
import type { AvatarPerson } from '@cotejo/ui';
import { createContext, use, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';

/** The part of the open audit that worksheets need. */
export interface WorksheetSession {
  readonly me: UserId;
  readonly mode: 'edit' | 'read';
  readonly can: Can;
  readonly view: AuditView;
  onTree(listener: () => void): () => void;
  /** Rejection that the intent would currently get; null if accepted. */
  judge(intent: AuditIntent): Rejection | null;
}

/** Another user in a field. */
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

/** Environment of a worksheet: its plan. Only `apps` provides one. */
export interface WorksheetHost {
  readonly audit: AuditDetail;
  /** The worksheet's item; for a reference, its original. */
  readonly itemId: ItemId;
  readonly session: WorksheetSession;
  /** Applies an intent optimistically; a refusal is shown as a text. True if accepted locally. */
  act(intent: AuditIntent): boolean;
  /** Submits an intent that only the server can decide; a refusal is shown as a text. */
  ask(intent: AuditIntent): Promise<boolean>;
  /** Like `ask`, but returns the refusal to the caller; null = success. */
  request(intent: AuditIntent): Promise<Rejection | null>;
  /** A refusal as a text. */
  words(rejection: Pick<Rejection, 'code' | 'params'>): string;
  /** Selects a tab of the worksheet, by its name in the URL. */
  openTab(tab: string): void;
  person(id: string | null): AvatarPerson | null;
  readonly team: readonly AvatarPerson[];
  /** Opens the worksheet of an item in front. */
  openItem(id: ItemId): void;
  /** Opens the review notes of an item, or of one field of its worksheet. */
  openNotes(id: ItemId, field?: string): void;
  /** Opens the form of a new finding about an item, with a proposed title. */
  raiseFinding(id: ItemId, name: string): void;
  /** Announces a text to screen readers, politely. */
  announce(text: string): void;
  /** Uploads files as attachments of a field; resolves with the attached ones, failures are shown in the tray. */
  attach(files: readonly File[], field: string): Promise<readonly Attached[]>;
  /** Files became attachments of the worksheet without `attach`: a notice of what fell with it offers the way back. */
  attached(files: readonly Attached[]): void;
  /** Object URL of an attachment's image; null if there is none. */
  loadImage(attachment: string): Promise<string | null>;
  /** Other users in this worksheet; a new array after each change. */
  peers(): readonly FieldPeer[];
  onPeers(listener: () => void): () => void;
  /** Publishes the field that this user is in. */
  enterField(field: string): void;
  /** Ends the presence in a field; a no-op if another was entered meanwhile. */
  leaveField(field: string): void;
}

export const WorksheetHostContext = createContext<WorksheetHost | null>(null);

/** Throws outside of a worksheet. */
export function useWorksheetHost(): WorksheetHost {
  const host = use(WorksheetHostContext);
  if (!host) throw new Error('no worksheet around this');
  return host;
}

/** Derives a value from the audit; renders when the result of `read` changes. */
export function useOfAudit<T>(read: (view: AuditView) => T): T {
  const { session } = useWorksheetHost();
  const subscribe = useCallback((listener: () => void) => session.onTree(listener), [session]);
  return useSyncExternalStore(subscribe, () => read(session.view));
}

/** The worksheet's item; undefined once it left the plan. */
export function useItem(): TreeNode | undefined {
  const { itemId } = useWorksheetHost();
  return useOfAudit(useCallback((view) => view.get(itemId), [itemId]));
}

const NOBODY: readonly FieldPeer[] = [];

/** Other users in a field of the surrounding worksheet. */
export function useFieldPeers(field: string): readonly FieldPeer[] {
  const host = useWorksheetHost();
  const subscribe = useCallback((listener: () => void) => host.onPeers(listener), [host]);
  const all = useSyncExternalStore(subscribe, () => host.peers());
  return useMemo(() => {
    const here = all.filter((peer) => peer.field === field);
    return here.length > 0 ? here : NOBODY;
  }, [all, field]);
}

/** Publishes this user's presence in a field while it has the focus; spread the result on its container. */
export function useAnnounceField(field: string): {
  readonly onFocus: () => void;
  readonly onBlur: () => void;
} {
  const host = useWorksheetHost();
  const onFocus = useCallback(() => host.enterField(field), [host, field]);
  const onBlur = useCallback(() => host.leaveField(field), [host, field]);
  // Unmounting with the focus inside fires no blur event.
  useEffect(() => onBlur, [onBlur]);
  return { onFocus, onBlur };
}
