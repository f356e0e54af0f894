import type { ControlFrequency } from '@cotejo/audits-contracts';

/** Tests of a control that its frequency suggests (domain rules, section 7). */
export const SUGGESTED_TESTS: Readonly<Record<ControlFrequency, number>> = {
  '1': 1,
  '2': 1,
  '3': 2,
  '4': 2,
  '6': 2,
  '12': 3,
  weekly: 10,
  daily: 25,
  automatic: 1,
};
