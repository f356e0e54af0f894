import type { ApiClient } from '@cotejo/http/client';
import type { LiveClient } from '@cotejo/live/client';
import { createContext, use, type ReactNode } from 'react';

export interface WorkspacePerson {
  readonly id: string;
  readonly name: string;
  readonly initials: string;
}

/** What a screen needs of the application around it, whoever is signed in. Only `apps` builds one. */
export interface Workspace<Permission extends string = string> {
  readonly api: ApiClient;
  readonly live: LiveClient;
  /** Opens one socket; null when signed out. */
  getTicket(): Promise<string | null>;
  readonly me: {
    readonly id: string;
    readonly accountId: string;
    readonly name: string;
    readonly initials: string;
    readonly role: string;
    /** Acts in every audit of the account, whatever the role. */
    readonly isSuperuser: boolean;
  };
  /**
   * The person's rights across the account, or over one thing of it: by who made it and who has it. An audit's own
   * rights come with the audit.
   */
  can(permission: Permission, object?: { readonly createdBy?: string; readonly assignee?: string }): boolean;
  /** Everybody of the account who can be chosen for something. */
  people(): Promise<readonly WorkspacePerson[]>;
  /**
   * Asked before signing out: how much work of this screen is not sent yet. Returns how to stop being
   * asked.
   */
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

/** Throws outside of a signed-in page: screens are never shown without. */
export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext);
  if (!workspace) throw new Error('no workspace around this screen');
  return workspace;
}
