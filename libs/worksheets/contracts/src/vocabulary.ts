import { createUpcaster, type Upcast, type Vocabulary } from '@cotejo/event-store/upcast';
import type { SetStepProgramme, StepProgrammeSet } from './step-programme.ts';

/** Events of worksheets, with the steps that take older versions to the newest; each version has its golden files. */
export const worksheetVocabulary: Vocabulary = {
  StepProgrammeSet: [],
} satisfies Readonly<Record<StepProgrammeSet['type'], readonly Upcast[]>>;

export const worksheetEvents = createUpcaster([worksheetVocabulary]);

/** Intents of worksheets, as outboxes keep them. */
export const worksheetIntentVocabulary: Vocabulary = {
  set_step_programme: [],
} satisfies Readonly<Record<SetStepProgramme['kind'], readonly Upcast[]>>;
