import { structureWeb } from '@cotejo/structure-web';
import { committeesWeb } from '@cotejo/committees-web';
import { directoryWeb } from '@cotejo/directory-web';
import { planningWeb } from '@cotejo/planning-web';
import { accessWeb } from '@cotejo/access-web/pages';
import { operationsWeb } from '@cotejo/operations-web/pages';
import { ratingsWeb } from '@cotejo/audits-web/ratings';
import { tasksWeb } from '@cotejo/tasks-web';
import type { WebContext } from '@cotejo/ui';

/** Contexts that declare their pages themselves. */
export const CONTEXTS: readonly WebContext[] = [
  accessWeb,
  structureWeb,
  planningWeb,
  ratingsWeb,
  tasksWeb,
  committeesWeb,
  directoryWeb,
  operationsWeb,
];
