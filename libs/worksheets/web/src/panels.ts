import { StepProgrammePanel } from './step/step-programme-panel.tsx';

/** What this context shows in the panel of an item, by the item's type. */
export const worksheetPanels = { step: StepProgrammePanel };
