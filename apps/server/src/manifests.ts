import { committeesContext } from '@cotejo/committees-server';
import { directoryContext } from '@cotejo/directory-server';
import { documentsContext } from '@cotejo/documents/server';
import { operationsContext } from '@cotejo/operations-server';
import type { ServerContext } from '@cotejo/record/server';
import { structureContext } from '@cotejo/structure-server';
import { tasksContext } from '@cotejo/tasks-server';

/** Contexts declared by a manifest; the others are still wired by hand in `contexts.ts`. */
export const manifests: readonly ServerContext[] = [
  documentsContext,
  operationsContext,
  structureContext,
  tasksContext,
  committeesContext,
  directoryContext,
];
