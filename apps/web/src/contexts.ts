import { tasksWeb } from '@cotejo/tasks-web';
import type { WebContext } from '@cotejo/ui';

/** The contexts that bring their pages themselves. */
export const CONTEXTS: readonly WebContext[] = [tasksWeb];
