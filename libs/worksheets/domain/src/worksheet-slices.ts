import type { Slice } from '@cotejo/audits-domain';
import { attachmentsSlice } from './attachments/attachments-slice.ts';
import { reviewNotesSlice } from './notes/review-notes-slice.ts';
import { stepProgrammeSlice } from './step-programme-slice.ts';
import { worksheetTextsSlice } from './texts/worksheet-texts-slice.ts';

/** All slices of this context on the audits' streams. */
export const worksheetSlices: readonly Slice[] = [
  stepProgrammeSlice,
  reviewNotesSlice,
  worksheetTextsSlice,
  attachmentsSlice,
];
