import type { Slice } from '@cotejo/audits-domain';
import { reviewNotesSlice } from './notes/review-notes-slice.ts';
import { stepProgrammeSlice } from './step-programme-slice.ts';

/** All that this context keeps on audits' streams. */
export const worksheetSlices: readonly Slice[] = [stepProgrammeSlice, reviewNotesSlice];
