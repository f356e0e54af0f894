import type { ImportCounts, UnreadCounts } from '@cotejo/audits-contracts';
import type { Control, Group } from './catalogue-schema.ts';
import type { CatalogueFault, CatalogueLimits, CatalogueReading } from './read-catalogue.ts';
import { stepTexts } from './step-texts.ts';
import { Parameters, TextsTooLarge, TextTooLong } from './resolve-parameters.ts';

/** An audit programme as plain data: the input of the import's intents. */
export interface Programme {
  readonly title: string;
  readonly version: string | null;
  /** Equal for equal sources, so that a second import is detected. */
  readonly key: string;
  readonly processes: readonly ProgrammeProcess[];
  /** Controls outside of any group are children of the phase. */
  readonly steps: readonly ProgrammeStep[];
  readonly counts: ImportCounts;
}

export interface ProgrammeProcess {
  readonly name: string;
  readonly steps: readonly ProgrammeStep[];
  /** Nested groups; deeper ones are flattened to this level, in order. */
  readonly activities: readonly { readonly name: string; readonly steps: readonly ProgrammeStep[] }[];
}

export interface ProgrammeStep {
  readonly code: string;
  readonly name: string;
  readonly objective: string | null;
  readonly instructions: readonly string[];
}

/** A catalogue, and counts of its unread parts. */
type ReadCatalogue = Pick<Extract<CatalogueReading, { ok: true }>, 'catalogue' | 'unread'>;

const MAX_CODE = 40;

export type ProgrammeMaking =
  | { readonly ok: true; readonly programme: Programme }
  | { readonly ok: false; readonly fault: CatalogueFault };

/** Group → process, control and enhancement → step (each enhancement right after its control); never throws. */
export function catalogueToProgramme(
  { catalogue, unread }: ReadCatalogue,
  { characters }: Pick<CatalogueLimits, 'characters'>,
): ProgrammeMaking {
  let at = 'catalog';
  try {
    const parameters = new Parameters(catalogue, characters);
    return { ok: true, programme: makeProgramme({ catalogue, unread }, parameters, (place) => (at = place)) };
  } catch (error) {
    if (error instanceof TextTooLong)
      return { ok: false, fault: { code: 'catalogue_malformed', at, what: 'text' } };
    if (error instanceof TextsTooLarge)
      return { ok: false, fault: { code: 'too_much_text', at, what: String(characters) } };
    throw error;
  }
}

/** @param reach called with the path of the next part, for locating faults */
function makeProgramme(
  { catalogue, unread }: ReadCatalogue,
  parameters: Parameters,
  reach: (place: string) => void,
): Programme {
  const counts = { groups: 0, controls: 0, enhancements: 0, instructions: 0, withdrawn: 0 };
  let partsLeft = 0;

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
      const { left, ...texts } = stepTexts(control.parts ?? [], parameters, (place) =>
        reach(`${code} ${place}`),
      );
      counts.instructions += texts.instructions.length;
      partsLeft += left;
      const step = { code, name: control.title, ...texts };
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
      unread: withParts(unread, partsLeft),
    },
  };
}

/** Adds the parts of controls that exceeded the limits. */
const withParts = (unread: UnreadCounts, left: number): UnreadCounts =>
  left === 0 ? unread : { ...unread, parts: (unread.parts ?? 0) + left };

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
