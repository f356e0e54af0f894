import { Module, type DynamicModule } from '@nestjs/common';
import { LogStatusController } from './log-status.controller.ts';
import { OPERATIONS_SERVICES, type OperationsServices } from './operations-services.ts';

/** Doors for product administrators. Needs the guard and envelope of `HttpModule` around it. */
@Module({})
export class OperationsModule {
  static register(services: OperationsServices): DynamicModule {
    return {
      module: OperationsModule,
      controllers: [LogStatusController],
      providers: [{ provide: OPERATIONS_SERVICES, useValue: services }],
    };
  }
}
