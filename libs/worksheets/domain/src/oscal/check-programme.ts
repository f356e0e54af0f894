import { itemCode, itemName } from '@cotejo/audits-contracts';
import { MAX_INSTRUCTIONS, plainText } from '@cotejo/worksheets-contracts';
import type { Programme, ProgrammeStep } from './catalogue-to-programme.ts';
import type { CatalogueFault } from './read-catalogue.ts';

/**
 * First fault that makes a programme unusable in a plan, located by the step's code; null if all fits. The
 * file's schema was checked before; only texts expanded with parameters may still be too long.
 */
export function checkProgramme(programme: Programme): CatalogueFault | null {
  for (const process of programme.processes) {
    if (!itemName.safeParse(process.name).success) return fault(process.name, 'title');
    for (const activity of process.activities)
      if (!itemName.safeParse(activity.name).success) return fault(activity.name, 'title');
  }
  for (const step of stepsOf(programme)) {
    const found = checkStep(step);
    if (found) return found;
  }
  return null;
}

/** All steps of a programme, in tree order. */
export function* stepsOf(programme: Programme): Generator<ProgrammeStep> {
  yield* programme.steps;
  for (const process of programme.processes) {
    yield* process.steps;
    for (const activity of process.activities) yield* activity.steps;
  }
}

function checkStep({ code, name, objective, instructions }: ProgrammeStep): CatalogueFault | null {
  if (!itemCode.safeParse(code).success) return fault(code || name, 'code');
  if (!itemName.safeParse(name).success) return fault(code, 'title');
  if (objective !== null && !plainText.safeParse(objective).success)
    return fault(`${code} statement`, 'text');
  if (instructions.length > MAX_INSTRUCTIONS) return fault(`${code} assessment-objective`, 'too_many');
  const bad = instructions.findIndex((text) => !plainText.safeParse(text).success);
  return bad < 0 ? null : fault(`${code} assessment-objective[${bad}]`, 'text');
}

const fault = (at: string, what: string): CatalogueFault => ({ code: 'catalogue_malformed', at, what });
