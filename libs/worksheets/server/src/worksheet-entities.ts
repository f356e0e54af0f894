import { AttachmentEntity } from './attachments/attachment.entity.ts';
import { NoteMentionEntity } from './mentions/note-mention.entity.ts';
import { ReviewNoteEntity } from './notes/review-note.entity.ts';
import { StepProgrammeEntity } from './programme/step-programme.entity.ts';
import { TextRevisionEntity } from './texts/text-revision.entity.ts';

export const worksheetEntities = [
  StepProgrammeEntity,
  ReviewNoteEntity,
  NoteMentionEntity,
  TextRevisionEntity,
  AttachmentEntity,
];
