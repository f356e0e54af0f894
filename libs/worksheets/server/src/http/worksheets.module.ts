import { Module, type DynamicModule } from '@nestjs/common';
import { AttachmentsController } from './attachments.controller.ts';
import { ImportController } from './import.controller.ts';
import { MentionsController } from './mentions.controller.ts';
import { NotesController } from './notes.controller.ts';
import { PastController } from './past.controller.ts';
import { StepProgrammeController } from './step-programme.controller.ts';
import { TextsController } from './texts.controller.ts';
import { WORKSHEETS_SERVICES, type WorksheetsServices } from './worksheets-services.ts';

/** Doors of worksheets. Needs the guard and envelope of `HttpModule` and an authenticator around it. */
@Module({})
export class WorksheetsModule {
  static register(services: WorksheetsServices): DynamicModule {
    return {
      module: WorksheetsModule,
      controllers: [
        StepProgrammeController,
        NotesController,
        MentionsController,
        ImportController,
        TextsController,
        AttachmentsController,
        PastController,
      ],
      providers: [{ provide: WORKSHEETS_SERVICES, useValue: services }],
    };
  }
}
