import { ReviewNoteEntity } from './notes/review-note.entity.ts';
import { StepProgrammeEntity } from './programme/step-programme.entity.ts';

export const worksheetEntities = [StepProgrammeEntity, ReviewNoteEntity];
