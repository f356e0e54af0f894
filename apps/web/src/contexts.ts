import { planningWeb } from '@cotejo/planning-web';
import { tasksWeb } from '@cotejo/tasks-web';
import type { WebContext } from '@cotejo/ui';

/** Contexts that declare their pages themselves. */
export const CONTEXTS: readonly WebContext[] = [planningWeb, tasksWeb];
