import { createUpcaster, type Upcast, type Vocabulary } from '@cotejo/event-store/upcast';
import type { AttachmentEventType, AttachmentIntent } from './attachments.ts';
import type { NoteEventType, NoteIntent } from './review-notes.ts';
import type { SetStepProgramme, StepProgrammeSet } from './step-programme.ts';
import type { RestartTexts, ReviseTexts, TextRevised, TextsRestarted } from './worksheet-texts.ts';

declare module '@cotejo/audits-contracts' {
  interface SliceIntents {
    readonly notes: NoteIntent;
    readonly attachments: AttachmentIntent;
    readonly texts: ReviseTexts | RestartTexts;
    readonly programme: SetStepProgramme;
  }
}

type StepsOf<Type extends string> = Readonly<Record<Type, readonly Upcast[]>>;

/** Events of worksheets, by slice, with the upcasts from older versions; each version has its golden files. */
export const stepProgrammeVocabulary: Vocabulary = {
  StepProgrammeSet: [],
} satisfies StepsOf<StepProgrammeSet['type']>;
export const noteVocabulary: Vocabulary = {
  NoteAdded: [],
  NoteReplied: [],
  NoteAnswered: [],
  NoteClosed: [],
  NoteReopened: [],
} satisfies StepsOf<NoteEventType>;
/** Version 1 did not record the images of a text. */
const withoutImages: Upcast = (data) => data;
export const textVocabulary: Vocabulary = {
  TextRevised: [withoutImages],
  TextsRestarted: [],
} satisfies StepsOf<TextRevised['type'] | TextsRestarted['type']>;
export const attachmentVocabulary: Vocabulary = {
  AttachmentAdded: [],
  AttachmentRemoved: [],
  AttachmentRestored: [],
  AttachmentSigned: [],
  AttachmentCopied: [],
} satisfies StepsOf<AttachmentEventType>;
export const worksheetVocabulary: Vocabulary = {
  ...stepProgrammeVocabulary,
  ...noteVocabulary,
  ...textVocabulary,
  ...attachmentVocabulary,
};

export const worksheetEvents = createUpcaster([worksheetVocabulary]);

/** In version 1 an intent could contain a sealed text, set only by servers. */
const withoutSeals: Upcast = (data) => data;

/** Intents of worksheets, by slice, as stored in outboxes. */
export const stepProgrammeIntentVocabulary: Vocabulary = {
  set_step_programme: [withoutSeals],
} satisfies StepsOf<SetStepProgramme['kind']>;
export const noteIntentVocabulary: Vocabulary = {
  add_note: [withoutSeals],
  reply_note: [withoutSeals],
  answer_note: [withoutSeals],
  close_note: [],
  reopen_note: [withoutSeals],
} satisfies StepsOf<NoteIntent['kind']>;
export const textIntentVocabulary: Vocabulary = {
  revise_texts: [withoutImages],
  restart_texts: [],
} satisfies StepsOf<(ReviseTexts | RestartTexts)['kind']>;
export const attachmentIntentVocabulary: Vocabulary = {
  add_attachment: [withoutSeals],
  remove_attachment: [],
  restore_attachment: [],
  sign_attachment: [],
  copy_attachments: [],
} satisfies StepsOf<AttachmentIntent['kind']>;
export const worksheetIntentVocabulary: Vocabulary = {
  ...stepProgrammeIntentVocabulary,
  ...noteIntentVocabulary,
  ...textIntentVocabulary,
  ...attachmentIntentVocabulary,
};
