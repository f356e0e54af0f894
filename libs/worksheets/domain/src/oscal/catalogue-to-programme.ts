import type { ImportCounts } from '@cotejo/audits-contracts';
import { MAX_INSTRUCTIONS, MAX_TEXT_LENGTH } from '@cotejo/worksheets-contracts';
import type { Catalogue, Control, Group, Part } from './catalogue-schema.ts';
import type { CatalogueFault, CatalogueLimits } from './read-catalogue.ts';
import { Parameters, TextsTooLarge, TextTooLong } from './resolve-parameters.ts';

/** An audit programme as plain data: what the import turns into intents. */
export interface Programme {
  readonly title: string;
  readonly version: string | null;
  /** Same source, same key: a second import of it is noticed. */
  readonly key: string;
  readonly processes: readonly ProgrammeProcess[];
  /** Controls outside any group hang from the phase itself. */
  readonly steps: readonly ProgrammeStep[];
  readonly counts: ImportCounts;
}

export interface ProgrammeProcess {
  readonly name: string;
  readonly steps: readonly ProgrammeStep[];
  /** Groups inside a group; deeper ones are brought up to this level, in order. */
  readonly activities: readonly { readonly name: string; readonly steps: readonly ProgrammeStep[] }[];
}

export interface ProgrammeStep {
  readonly code: string;
  readonly name: string;
  readonly objective: string | null;
  readonly instructions: readonly string[];
}

const MAX_CODE = 40;

export type ProgrammeMaking =
  | { readonly ok: true; readonly programme: Programme }
  | { readonly ok: false; readonly fault: CatalogueFault };

/** Group → process, control and enhancement → step (each enhancement right after its control); never throws. */
export function catalogueToProgramme(
  catalogue: Catalogue,
  { characters }: Pick<CatalogueLimits, 'characters'>,
): ProgrammeMaking {
  let at = 'catalog';
  try {
    const parameters = new Parameters(catalogue, characters);
    return { ok: true, programme: makeProgramme(catalogue, parameters, (place) => (at = place)) };
  } catch (error) {
    if (error instanceof TextTooLong)
      return { ok: false, fault: { code: 'catalogue_malformed', at, what: 'text' } };
    if (error instanceof TextsTooLarge)
      return { ok: false, fault: { code: 'too_much_text', at, what: String(characters) } };
    throw error;
  }
}

/** @param reach is told the place that comes next, in the words of a fault */
function makeProgramme(
  catalogue: Catalogue,
  parameters: Parameters,
  reach: (place: string) => void,
): Programme {
  const counts = { groups: 0, controls: 0, enhancements: 0, instructions: 0, withdrawn: 0 };

  const stepsOf = (
    controls: readonly Control[] | undefined,
    level: 'controls' | 'enhancements',
  ): ProgrammeStep[] =>
    (controls ?? []).flatMap((control) => {
      if (isWithdrawn(control)) {
        counts.withdrawn++;
        return stepsOf(control.controls, 'enhancements');
      }
      counts[level]++;
      const code = codeOf(control);
      const instructions = objectiveLeaves(control.parts ?? [], parameters, (n) =>
        reach(`${code} assessment-objective[${n}]`),
      );
      counts.instructions += instructions.length;
      reach(`${code} statement`);
      const objective = statementOf(control.parts ?? [], parameters);
      const step = { code, name: control.title, objective, instructions };
      return [step, ...stepsOf(control.controls, 'enhancements')];
    });

  const activitiesOf = (groups: readonly Group[] | undefined): ProgrammeProcess['activities'] =>
    (groups ?? []).flatMap((group) => {
      counts.groups++;
      return [
        { name: group.title, steps: stepsOf(group.controls, 'controls') },
        ...activitiesOf(group.groups),
      ];
    });

  const processes = (catalogue.groups ?? []).map((group) => {
    counts.groups++;
    return {
      name: group.title,
      steps: stepsOf(group.controls, 'controls'),
      activities: activitiesOf(group.groups),
    };
  });
  const steps = stepsOf(catalogue.controls, 'controls');

  return {
    title: catalogue.metadata.title,
    version: catalogue.metadata.version ?? null,
    key: `oscal:${catalogue.uuid}`,
    processes,
    steps,
    counts: {
      ...counts,
      steps: counts.controls + counts.enhancements,
      parameters: parameters.size,
      unresolved: parameters.unknown.size,
    },
  };
}

const isWithdrawn = (control: Control): boolean =>
  (control.props ?? []).some(
    (property) => property.name === 'status' && property.value.toLowerCase() === 'withdrawn',
  );

/** The label that people cite ("AC-2(1)"): the one without a class, else the first, else the id. */
function codeOf(control: Control): string {
  const labels = (control.props ?? []).filter((property) => property.name === 'label');
  const label = labels.find((property) => property.class === undefined) ?? labels[0];
  const code = label?.value.replace(/\p{Cc}+/gu, ' ').trim() || control.id.toUpperCase();
  return [...code].slice(0, MAX_CODE).join('').trim();
}

const labelOf = (part: Part): string =>
  (part.props ?? []).find((property) => property.name === 'label')?.value.trim() ?? '';

const tidy = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ([.,;:])/g, '$1')
    .trim();

/** The statement with its lettered items, one a line, indented by level. */
function statementOf(parts: readonly Part[], parameters: Parameters): string | null {
  const lines: string[] = [];
  let length = 0;
  const write = (part: Part, level: number) => {
    const text = [labelOf(part), tidy(parameters.resolve(part.prose ?? ''))].filter(Boolean).join(' ');
    if (text) {
      const line = '  '.repeat(level) + text;
      length += line.length + 1;
      if (length > MAX_TEXT_LENGTH + 1) throw new TextTooLong();
      lines.push(parameters.spend(line));
    }
    for (const item of part.parts ?? []) write(item, text ? level + 1 : level);
  };
  for (const part of parts) if (part.name === 'statement') write(part, 0);
  return lines.length ? lines.join('\n') : null;
}

/** OSCAL 1.0 called it `objective`; later versions say `assessment-objective`. */
const isObjective = (part: Part): boolean =>
  part.name === 'assessment-objective' || part.name === 'objective';

/**
 * One instruction for each leaf of the assessment objectives, with the lead-in of those above it: as many as a step
 * may have, and one more.
 */
function objectiveLeaves(
  parts: readonly Part[],
  parameters: Parameters,
  reach: (index: number) => void,
): string[] {
  const instructions: string[] = [];
  const walk = (part: Part, leadIn: readonly string[]) => {
    if (instructions.length > MAX_INSTRUCTIONS) return;
    reach(instructions.length);
    const prose = tidy(parameters.resolve(part.prose ?? ''));
    const below = (part.parts ?? []).filter(isObjective);
    const said = prose ? [...leadIn, prose] : leadIn;
    if (below.length) for (const next of below) walk(next, said);
    else {
      const text = [labelOf(part), ...said].filter(Boolean).join(' ');
      if (text.length > MAX_TEXT_LENGTH) throw new TextTooLong();
      if (text) instructions.push(parameters.spend(text));
    }
  };
  for (const part of parts) if (isObjective(part)) walk(part, []);
  return instructions;
}
