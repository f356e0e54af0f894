import { Module, type DynamicModule } from '@nestjs/common';
import { importCalls } from '@cotejo/audits-contracts';
import { controllerOf } from '@cotejo/http/server';
import {
  attachmentCalls,
  mentionCalls,
  noteCalls,
  pastCalls,
  stepProgrammeCalls,
  textCalls,
} from '@cotejo/worksheets-contracts';
import { attachmentHandlers } from './handlers/attachments.ts';
import { importHandlers } from './handlers/import.ts';
import { mentionHandlers } from './handlers/mentions.ts';
import { noteHandlers } from './handlers/notes.ts';
import { pastHandlers } from './handlers/past.ts';
import { stepProgrammeHandlers, textHandlers } from './handlers/texts.ts';
import type { WorksheetsServices } from './worksheets-services.ts';

/** Calls of worksheets. Needs the guard and envelope of `HttpModule` and an authenticator around it. */
@Module({})
export class WorksheetsModule {
  static register(services: WorksheetsServices): DynamicModule {
    return {
      module: WorksheetsModule,
      controllers: [
        controllerOf('StepProgrammeController', stepProgrammeCalls, stepProgrammeHandlers(services)),
        controllerOf('NotesController', noteCalls, noteHandlers(services)),
        controllerOf('MentionsController', mentionCalls, mentionHandlers(services)),
        controllerOf('ImportController', importCalls, importHandlers(services)),
        controllerOf('TextsController', textCalls, textHandlers(services)),
        controllerOf('AttachmentsController', attachmentCalls, attachmentHandlers(services)),
        controllerOf('PastController', pastCalls, pastHandlers(services)),
      ],
    };
  }
}
