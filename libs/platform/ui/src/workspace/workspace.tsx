import type { ApiClient } from '@cotejo/http/client';
import type { LiveClient } from '@cotejo/live/client';
import { createContext, use, type ReactNode } from 'react';

export interface WorkspacePerson {
  readonly id: string;
  readonly name: string;
  readonly initials: string;
}
/** A user that may be chosen. */
export interface ChoosablePerson extends WorkspacePerson {
  /** Does audit work: neither a guest nor an owner of action plans. */
  readonly isStaff: boolean;
}

/** Services of the application for screens of signed-in users. Only `apps` creates one. */
export interface Workspace<Permission extends string = string> {
  readonly api: ApiClient;
  readonly live: LiveClient;
  /** Ticket for one socket; null when signed out. */
  getTicket(): Promise<string | null>;
  readonly me: {
    readonly id: string;
    readonly accountId: string;
    readonly name: string;
    readonly initials: string;
    readonly role: string;
    /** Has rights in every audit of the account, whatever the role. */
    readonly isSuperuser: boolean;
  };
  /**
   * The user's rights in the account, or on one object by creator and assignee. Rights within an audit come
   * with the audit.
   */
  can(permission: Permission, object?: { readonly createdBy?: string; readonly assignee?: string }): boolean;
  /** Active users of the account, for selection. */
  people(): Promise<readonly ChoosablePerson[]>;
  /** Registers a count of unsent work, asked before signing out. Returns the function that unregisters it. */
  registerUnsent(count: () => Promise<number> | number): () => void;
}

const WorkspaceContext = createContext<Workspace | null>(null);

export function WorkspaceProvider({
  workspace,
  children,
}: {
  readonly workspace: Workspace;
  readonly children: ReactNode;
}) {
  return <WorkspaceContext value={workspace}>{children}</WorkspaceContext>;
}

/** Throws outside of a signed-in page. */
export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext);
  if (!workspace) throw new Error('no workspace around this screen');
  return workspace;
}
