import { describe, expect, it } from 'vitest';
import { actsOf, evaluationOf } from './demo-plan.ts';
import { purchasesAndPayments } from './purchases-and-payments.ts';
import { purchasesWorksheets } from './worksheets/purchases-worksheets.ts';

const everyName = (items: typeof purchasesAndPayments): string[] =>
  items.flatMap(({ code, name, plan, items: inside = [] }) => [
    code ?? name,
    ...(plan ? [plan.code, evaluationOf(plan.code)] : []),
    ...everyName(inside),
  ]);
const worksheets = purchasesWorksheets(() => '2026-05-04');

describe('the demo plan', () => {
  it('is laid out before it is worked on, and nobody reviews their own work', () => {
    const acts = actsOf('x', purchasesAndPayments, worksheets);
    const isLaying = (act: (typeof acts)[number]) => 'intent' in act && act.intent.kind === 'create_item';
    const firstWork = acts.findIndex((act) => !isLaying(act));
    expect(acts.slice(firstWork).some(isLaying)).toBe(false);

    const completedBy = new Map<string, string>();
    for (const act of acts) {
      if (!('intent' in act) || act.intent.kind !== 'change_status') continue;
      const { id, to } = act.intent;
      if (to === 'completed') completedBy.set(id, act.actor);
      if (to === 'reviewed') expect(completedBy.get(id)).not.toBe(act.actor);
    }
    expect(completedBy.size).toBeGreaterThan(20);
  });

  it('has an item for every worksheet that says something', () => {
    const names = new Set(everyName(purchasesAndPayments));
    expect(Object.keys(worksheets).filter((name) => !names.has(name))).toEqual([]);
  });
});
