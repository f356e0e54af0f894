import { describe, expect, it } from 'vitest';
import { actsOf } from './demo-plan.ts';
import { purchasesAndPayments } from './purchases-and-payments.ts';

describe('the demo plan', () => {
  it('is laid out before it is worked on, and nobody reviews their own work', () => {
    const acts = actsOf('x', purchasesAndPayments);
    const firstWork = acts.findIndex(({ intent }) => intent.kind !== 'create_item');
    expect(acts.slice(firstWork).some(({ intent }) => intent.kind === 'create_item')).toBe(false);

    const completedBy = new Map<string, string>();
    for (const { actor, intent } of acts) {
      if (intent.kind !== 'change_status') continue;
      if (intent.to === 'completed') completedBy.set(intent.id, actor);
      if (intent.to === 'reviewed') expect(completedBy.get(intent.id)).not.toBe(actor);
    }
  });
});
