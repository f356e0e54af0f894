import { controllerOf } from '@cotejo/http/server';
import { serverContext } from '@cotejo/record/server';
import { documentCalls } from '../document-calls.ts';
import { documentErrors } from '../table-document.ts';
import { documentHandlers } from './document-handlers.ts';

export const documentsContext = serverContext('documents', {
  errors: [documentErrors],
  calls: (ground) => [controllerOf('DocumentsController', documentCalls, documentHandlers(ground))],
});
