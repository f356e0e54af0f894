import type { ItemId, ItemType, KernelIntent } from '@cotejo/audits-contracts';
import type { SetStepProgramme } from '@cotejo/worksheets-contracts';
import type { Programme, ProgrammeStep } from './catalogue-to-programme.ts';

export type ProgrammeIntent = Extract<KernelIntent, { kind: 'create_item' }> | SetStepProgramme;

/**
 * A programme as the intents that plant it under a phase: parents before children, siblings in their order,
 * each step with its texts right behind it. `newId` gives a fresh UUID with every call.
 */
export function* programmeIntents(
  programme: Programme,
  phase: ItemId,
  newId: () => string,
): Generator<ProgrammeIntent> {
  const item = (
    type: ItemType,
    parent: ItemId,
    name: string,
    code: string | null = null,
  ): Extract<ProgrammeIntent, { kind: 'create_item' }> => ({
    kind: 'create_item',
    id: newId() as ItemId,
    type,
    parent,
    name,
    code,
  });
  function* steps(parent: ItemId, list: readonly ProgrammeStep[]): Generator<ProgrammeIntent> {
    for (const { code, name, objective, instructions } of list) {
      const step = item('step', parent, name, code);
      yield step;
      if (objective === null && instructions.length === 0) continue;
      yield {
        kind: 'set_step_programme',
        id: step.id,
        objective,
        instructions: instructions.map((text) => ({ id: newId(), text })),
      };
    }
  }

  yield* steps(phase, programme.steps);
  for (const process of programme.processes) {
    const group = item('process', phase, process.name);
    yield group;
    yield* steps(group.id, process.steps);
    for (const activity of process.activities) {
      const below = item('activity', group.id, activity.name);
      yield below;
      yield* steps(below.id, activity.steps);
    }
  }
}
