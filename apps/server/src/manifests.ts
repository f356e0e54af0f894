import { operationsContext } from '@cotejo/operations-server';
import type { ServerContext } from '@cotejo/record/server';
import { tasksContext } from '@cotejo/tasks-server';

/** Contexts that say in one manifest what they bring; the others are still wired by hand in `contexts.ts`. */
export const manifests: readonly ServerContext[] = [operationsContext, tasksContext];
