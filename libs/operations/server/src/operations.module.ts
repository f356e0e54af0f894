import { Module, type DynamicModule } from '@nestjs/common';
import { controllerOf } from '@cotejo/http/server';
import { logStatusCalls } from '@cotejo/operations-contracts';
import { logStatusHandlers } from './handlers/log-status.ts';
import type { OperationsServices } from './operations-services.ts';

/** Calls for product administrators. Needs the guard and envelope of `HttpModule` around it. */
@Module({})
export class OperationsModule {
  static register(services: OperationsServices): DynamicModule {
    return {
      module: OperationsModule,
      controllers: [controllerOf('LogStatusController', logStatusCalls, logStatusHandlers(services))],
    };
  }
}
