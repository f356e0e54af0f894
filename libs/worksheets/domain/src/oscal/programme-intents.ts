import type { ItemId, KernelIntent } from '@cotejo/audits-contracts';
import type { SetStepProgramme } from '@cotejo/worksheets-contracts';
import type { Programme, ProgrammeStep } from './catalogue-to-programme.ts';

export type ProgrammeIntent = Extract<KernelIntent, { kind: 'create_item' }> | SetStepProgramme;

/** Rows of a programme in tree order: a step belongs to the last group before it. */
export type ProgrammeRow =
  | { readonly kind: 'process' | 'activity'; readonly name: string }
  | ({ readonly kind: 'step' } & ProgrammeStep);

/** A programme as rows; activities belong to the last process before them. */
export function* programmeRows(programme: Programme): Generator<ProgrammeRow> {
  function* steps(list: readonly ProgrammeStep[]): Generator<ProgrammeRow> {
    for (const step of list) yield { kind: 'step', ...step };
  }
  yield* steps(programme.steps);
  for (const process of programme.processes) {
    yield { kind: 'process', name: process.name };
    yield* steps(process.steps);
    for (const activity of process.activities) {
      yield { kind: 'activity', name: activity.name };
      yield* steps(activity.steps);
    }
  }
}

/** Number of intents for a row. */
export const intentsOfRow = (row: ProgrammeRow): number => (hasTexts(row) ? 2 : 1);

const hasTexts = (row: ProgrammeRow): row is Extract<ProgrammeRow, { kind: 'step' }> =>
  row.kind === 'step' && (row.objective !== null || row.instructions.length > 0);

/**
 * Intents that create a programme under a phase: parents before children, siblings in order, each step
 * directly followed by its texts. `newId` returns a fresh UUID on every call.
 */
export function* programmeIntents(
  rows: Iterable<ProgrammeRow>,
  phase: ItemId,
  newId: () => string,
): Generator<ProgrammeIntent> {
  const idOf = () => newId() as ItemId;
  let process = phase;
  let group = phase;
  for (const row of rows) {
    const id = idOf();
    const parent = row.kind === 'step' ? group : row.kind === 'activity' ? process : phase;
    const code = row.kind === 'step' ? row.code : null;
    yield { kind: 'create_item', id, type: row.kind, parent, name: row.name, code };
    if (row.kind === 'process') process = id;
    if (row.kind !== 'step') group = id;
    if (!hasTexts(row)) continue;
    yield {
      kind: 'set_step_programme',
      id,
      objective: row.objective,
      instructions: row.instructions.map((text) => ({ id: newId(), text })),
    };
  }
}
