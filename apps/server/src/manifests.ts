import { documentsContext } from '@cotejo/documents/server';
import { operationsContext } from '@cotejo/operations-server';
import { planningContext } from '@cotejo/planning-server';
import type { ServerContext } from '@cotejo/record/server';
import { tasksContext } from '@cotejo/tasks-server';

/** Contexts declared by a manifest; the others are still wired by hand in `contexts.ts`. */
export const manifests: readonly ServerContext[] = [documentsContext, operationsContext, planningContext, tasksContext];
