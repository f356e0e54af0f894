import { committeesContext } from '@cotejo/committees-server';
import { directoryContext } from '@cotejo/directory-server';
import type { Principal } from '@cotejo/access-contracts';
import { accessContext } from '@cotejo/access-server';
import { auditsContext } from '@cotejo/audits-server';
import { documentsContext } from '@cotejo/documents/server';
import { operationsContext } from '@cotejo/operations-server';
import { planningContext } from '@cotejo/planning-server';
import { recordContext, type ServerContext } from '@cotejo/record/server';
import { structureContext } from '@cotejo/structure-server';
import { tasksContext } from '@cotejo/tasks-server';
import { worksheetsContext } from '@cotejo/worksheets-server';
import { httpContext } from './http/http-context.ts';

/** The product's contexts; their calls, feeds and projectors are opened in this order. */
export const manifests: readonly ServerContext<Principal>[] = [
  httpContext,
  accessContext,
  auditsContext,
  worksheetsContext,
  documentsContext,
  operationsContext,
  structureContext,
  planningContext,
  tasksContext,
  committeesContext,
  directoryContext,
  recordContext,
];
