import type { DemoWorksheets } from '../demo-plan.ts';
import { controlTests } from './control-tests.ts';
import { controls } from './controls.ts';
import { findings } from './findings.ts';
import { otherWork } from './other-work.ts';
import { risks } from './risks.ts';

/**
 * Worksheets of "Compras y pagos".
 * @param day calendar day at an offset in days from the load day
 */
export const purchasesWorksheets = (day: (offset: number) => string): DemoWorksheets => ({
  ...risks,
  ...controls,
  ...controlTests,
  ...findings(day),
  ...otherWork(day),
});
