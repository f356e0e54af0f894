import { Module, type DynamicModule } from '@nestjs/common';
import { AUDITS_SERVICES, type AuditsServices } from './audits-services.ts';
import { AuditsController } from './audits.controller.ts';
import { HistoryController } from './history.controller.ts';
import { otherAudits } from './other-audits.ts';
import { OwnPlansController } from './own-plans.controller.ts';
import { EvaluationsController } from './evaluations.controller.ts';
import { ItemActionsController } from './item-actions.controller.ts';
import { PlanHistoryController } from './plan-history.controller.ts';
import { SummaryController } from './summary.controller.ts';
import { TrashController } from './trash.controller.ts';
import { TreeActionsController } from './tree-actions.controller.ts';
import { TreeItemsController } from './tree-items.controller.ts';
import { TreeController } from './tree.controller.ts';
import { TreeDocumentController } from './tree-document.controller.ts';

/** Doors of audits. Needs the guard and envelope of `HttpModule` and an authenticator around it. */
@Module({})
export class AuditsModule {
  static register(services: AuditsServices): DynamicModule {
    services.rooms.consult(otherAudits(services.db));
    return {
      module: AuditsModule,
      controllers: [
        AuditsController,
        // Before what takes any word where these have theirs.
        EvaluationsController,
        TreeItemsController,
        ItemActionsController,
        TreeActionsController,
        TrashController,
        SummaryController,
        PlanHistoryController,
        HistoryController,
        OwnPlansController,
        TreeDocumentController,
        TreeController,
      ],
      providers: [{ provide: AUDITS_SERVICES, useValue: services }],
      exports: [AUDITS_SERVICES],
    };
  }
}
