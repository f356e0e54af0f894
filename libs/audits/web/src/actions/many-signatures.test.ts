import type { KernelIntent, Rejection } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { GivenPlan, item, SOME } from './given-plan.fixture.ts';
import { mayMark, signatureChoice, signMany, withdrawMany } from './many-signatures.ts';

const begun = (...ns: number[]) =>
  ns.reduce(
    (plan, n) => plan.does({ kind: 'change_status', id: item(n), from: 'new', to: 'in_progress' }),
    new GivenPlan(SOME),
  );
const plan = begun(4, 5, 8).does({
  kind: 'change_status',
  id: item(5),
  from: 'in_progress',
  to: 'completed',
});
const all = SOME.map(([n]) => item(n));
const choice = (mark: 'completed' | 'reviewed', n: number) =>
  signatureChoice(plan.view, all, mark, plan.judgeAs({ n }));

describe('what of a selection takes a mark', () => {
  it('is work that is under way, and work that others completed already', () => {
    const { may, barred } = choice('completed', 2);
    expect(may).toEqual([item(4), item(5), item(8)]);
    expect(barred.map(({ id, rejection }) => [id, rejection.code])).toEqual([
      [item(6), 'status_not_allowed'],
      [item(7), 'status_not_allowed'],
    ]);
  });

  it('is reviewed by others than those who completed it', () => {
    expect(choice('reviewed', 2).may).toEqual([item(5)]);
    const mine = choice('reviewed', 1);
    expect(mine.may).toEqual([]);
    expect(mine.barred.find(({ id }) => id === item(5))?.rejection.code).toBe('reviewer_is_preparer');
  });

  it('asks the right to mark, and no other', () => {
    const asked = (keys: readonly string[]) => mayMark(plan.view, all, (key) => keys.includes(key));
    expect(asked(['plan.mark_reviewed'])).toBe(true);
    expect(asked(['plan.mark_completed'])).toBe(true);
    expect(asked(['plan.treeitem__edit', 'plan.finding__mark_reviewed'])).toBe(false);
    expect(mayMark(plan.view, [item(1), item(2)], () => true)).toBe(false);
  });
});

describe('signing a selection', () => {
  const asking = (answers: Readonly<Record<string, Rejection>> = {}) => {
    const asked: KernelIntent[] = [];
    return {
      asked,
      ask: async (intent: KernelIntent) => {
        asked.push(intent);
        return answers['id' in intent ? intent.id : ''] ?? null;
      },
    };
  };

  it('asks for each by itself, and tells what each came to', async () => {
    const { asked, ask } = asking({ [item(4)]: { code: 'changed_since' } });
    const told: number[] = [];
    const outcome = await signMany({ view: plan.view, ask }, [item(4), item(8)], 'completed', (done) =>
      told.push(done),
    );
    expect(asked).toEqual([
      { kind: 'sign_item', id: item(4), mark: 'completed', textsAt: null },
      { kind: 'sign_item', id: item(8), mark: 'completed', textsAt: null },
    ]);
    expect(outcome).toEqual({
      done: [item(8)],
      refused: [{ id: item(4), rejection: { code: 'changed_since' } }],
    });
    expect(told).toEqual([1, 2]);
  });

  it('does not sign what somebody changed while the others were being signed', async () => {
    const one = begun(4, 8);
    const asked: string[] = [];
    const outcome = await signMany(
      {
        view: one.view,
        ask: async (intent) => {
          if ('id' in intent) asked.push(intent.id);
          one.does({ kind: 'rename_item', id: item(8), name: 'Otro' });
          return null;
        },
      },
      [item(4), item(8)],
      'completed',
      () => undefined,
      1,
    );
    expect(asked).toEqual([item(4)]);
    expect(outcome.refused.map(({ id, rejection }) => [id, rejection.code])).toEqual([
      [item(8), 'changed_since'],
    ]);
  });

  it('in an ICCE audit brings the status about, which is the mark there', async () => {
    const icce = new GivenPlan(
      [
        [1, 'phase', null, 'Fase'],
        [2, 'step', 1, 'Paso'],
      ],
      'icce',
    ).does({ kind: 'change_status', id: item(2), from: 'new', to: 'in_progress' });
    expect(signatureChoice(icce.view, [item(2)], 'completed', icce.judgeAs({})).may).toEqual([item(2)]);
    const { asked, ask } = asking();
    await signMany({ view: icce.view, ask }, [item(2)], 'completed', () => undefined);
    expect(asked).toEqual([{ kind: 'change_status', id: item(2), from: 'in_progress', to: 'completed' }]);
  });

  it('is taken back, each by itself', async () => {
    const { asked, ask } = asking();
    const outcome = await withdrawMany({ view: plan.view, ask }, [item(5)], 'completed', () => undefined);
    expect(asked).toEqual([{ kind: 'withdraw_signature', id: item(5), mark: 'completed' }]);
    expect(outcome.done).toEqual([item(5)]);
  });
});
