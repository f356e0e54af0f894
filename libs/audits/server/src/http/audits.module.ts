import { Module, type DynamicModule } from '@nestjs/common';
import { AUDITS_SERVICES, type AuditsServices } from './audits-services.ts';
import { AuditsController } from './audits.controller.ts';
import { HistoryController } from './history.controller.ts';
import { OwnPlansController } from './own-plans.controller.ts';
import { PlanController } from './plan.controller.ts';

/** Doors of audits. Needs the guard and envelope of `HttpModule` and an authenticator around it. */
@Module({})
export class AuditsModule {
  static register(services: AuditsServices): DynamicModule {
    return {
      module: AuditsModule,
      controllers: [AuditsController, PlanController, HistoryController, OwnPlansController],
      providers: [{ provide: AUDITS_SERVICES, useValue: services }],
      exports: [AUDITS_SERVICES],
    };
  }
}
