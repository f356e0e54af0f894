import type { ItemId, KernelIntent } from '@cotejo/audits-contracts';
import type { PastedLine } from '../actions/paste-lines.ts';

/** A phase entered in the ICCE wizard. */
export interface NewPhase {
  readonly name: string;
  readonly steps: readonly PastedLine[];
}

/** Intents that create the phases with their steps, in the order entered, for one batch. */
export function intentsOfPhases(phases: readonly NewPhase[], newId: () => ItemId): KernelIntent[] {
  return phases.flatMap(({ name, steps }) => {
    const phase = newId();
    return [
      { kind: 'create_item', id: phase, type: 'phase', parent: null, name: name.trim() } as const,
      ...steps
        .filter(({ fault }) => fault === null)
        .map((step): KernelIntent => ({
          kind: 'create_item',
          id: newId(),
          type: 'step',
          parent: phase,
          name: step.name,
          ...(step.code === null ? {} : { code: step.code }),
        })),
    ];
  });
}
