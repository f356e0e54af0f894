import { controllerOf } from '@cotejo/http/server';
import { logStatusCalls, operationsErrors } from '@cotejo/operations-contracts';
import { serverContext } from '@cotejo/record/server';
import { logStatusHandlers } from './handlers/log-status.ts';

export const operationsContext = serverContext('operations', {
  errors: [operationsErrors],
  calls: (ground) => [controllerOf('LogStatusController', logStatusCalls, logStatusHandlers(ground))],
});
