import { describe, expect, it } from 'vitest';
import { catalogueToProgramme, type Programme, type ProgrammeStep } from './catalogue-to-programme.ts';
import { checkProgramme } from './check-programme.ts';
import { readCatalogue } from './read-catalogue.ts';
import { sampleCatalogue } from './sample-catalogue.ts';

const LIMITS = { items: 1_000, characters: 1_000_000 };

const whole = (): Programme => {
  const reading = readCatalogue(JSON.stringify(sampleCatalogue), LIMITS);
  if (!reading.ok) throw new Error(reading.fault.at);
  const made = catalogueToProgramme(reading, LIMITS);
  if (!made.ok) throw new Error(made.fault.at);
  return made.programme;
};

/** The sample with its first step changed. */
function withStep(change: Partial<ProgrammeStep>): Programme {
  const programme = whole();
  const [first, ...others] = programme.processes;
  const [step, ...rest] = first!.steps;
  return { ...programme, processes: [{ ...first!, steps: [{ ...step!, ...change }, ...rest] }, ...others] };
}

describe('before anything is written, a programme is checked for what no plan can take', () => {
  it('lets a whole programme pass', () => {
    expect(checkProgramme(whole())).toBeNull();
  });

  it.each<[string, Partial<ProgrammeStep>, string, string]>([
    ['an objective that grew too long', { objective: 'x'.repeat(20_001) }, 'PG-1 statement', 'text'],
    [
      'an instruction that did',
      { instructions: ['a', 'x'.repeat(20_001)] },
      'PG-1 assessment-objective[1]',
      'text',
    ],
    ['half a character', { objective: 'a\ud800b' }, 'PG-1 statement', 'text'],
    ['a zero', { instructions: ['\0'] }, 'PG-1 assessment-objective[0]', 'text'],
    [
      'too many of them',
      { instructions: Array<string>(301).fill('x') },
      'PG-1 assessment-objective',
      'too_many',
    ],
    ['no code', { code: '' }, 'Doble aprobación', 'code'],
    ['two lines as a name', { name: 'a\nb' }, 'PG-1', 'title'],
  ])('%s is named by its step', (_, change, at, what) => {
    expect(checkProgramme(withStep(change))).toEqual({ code: 'catalogue_malformed', at, what });
  });
});
