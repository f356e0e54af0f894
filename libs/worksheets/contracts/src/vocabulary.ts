import { createUpcaster, type Upcast, type Vocabulary } from '@cotejo/event-store/upcast';
import type { NoteEventType, NoteIntent } from './review-notes.ts';
import type { SetStepProgramme, StepProgrammeSet } from './step-programme.ts';

type StepsOf<Type extends string> = Readonly<Record<Type, readonly Upcast[]>>;

/**
 * Events of worksheets, by slice, with the steps that take older versions to the newest; each version has its
 * golden files.
 */
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
export const worksheetVocabulary: Vocabulary = { ...stepProgrammeVocabulary, ...noteVocabulary };

export const worksheetEvents = createUpcaster([worksheetVocabulary]);

/** Intents of worksheets, by slice, as outboxes keep them. */
export const stepProgrammeIntentVocabulary: Vocabulary = {
  set_step_programme: [],
} satisfies StepsOf<SetStepProgramme['kind']>;
export const noteIntentVocabulary: Vocabulary = {
  add_note: [],
  reply_note: [],
  answer_note: [],
  close_note: [],
  reopen_note: [],
} satisfies StepsOf<NoteIntent['kind']>;
export const worksheetIntentVocabulary: Vocabulary = {
  ...stepProgrammeIntentVocabulary,
  ...noteIntentVocabulary,
};
