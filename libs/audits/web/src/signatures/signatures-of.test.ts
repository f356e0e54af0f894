import type { ChangeRow } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { signaturesOf } from './signatures-of.ts';

const LAURA = { id: 'laura', name: 'Laura Pineda', sigla: 'LP' };
const ANDRES = { id: 'andres', name: 'Andrés Murcia', sigla: 'AM' };

/** Changes from the oldest on, a minute apart. */
const history = (...changes: readonly (readonly [ChangeRow['actor'], string, string])[]): ChangeRow[] =>
  changes
    .map(([actor, from, to], at) => ({
      version: at,
      at: `2026-11-12T15:0${at}:00.000Z`,
      actor,
      type: 'ItemStatusChanged',
      item: null,
      detail: { from, to },
    }))
    .toReversed();
const minute = (at: number) => `2026-11-12T15:0${at}:00.000Z`;

describe('the signatures of an item', () => {
  it('are who completed and who reviewed it, each with the moment', () => {
    const changes = history(
      [LAURA, 'assigned', 'in_progress'],
      [LAURA, 'in_progress', 'completed'],
      [ANDRES, 'completed', 'reviewed'],
    );
    expect(signaturesOf({ status: 'reviewed', completedBy: LAURA.id }, changes)).toEqual({
      completed: { by: LAURA, at: minute(1) },
      reviewed: { by: ANDRES, at: minute(2) },
    });
  });

  it('are those that stand: what was reopened is signed anew', () => {
    const changes = history(
      [LAURA, 'in_progress', 'completed'],
      [ANDRES, 'completed', 'reviewed'],
      [LAURA, 'reviewed', 'in_progress'],
      [LAURA, 'in_progress', 'completed'],
    );
    expect(signaturesOf({ status: 'completed', completedBy: LAURA.id }, changes)).toEqual({
      completed: { by: LAURA, at: minute(3) },
      reviewed: null,
    });
  });

  it('stay with their author when somebody else closes the note that was about them', () => {
    const changes = history(
      [LAURA, 'in_progress', 'completed'],
      [ANDRES, 'completed', 'review_note'],
      [ANDRES, 'review_note', 'completed'],
    );
    expect(signaturesOf({ status: 'completed', completedBy: LAURA.id }, changes).completed).toEqual({
      by: LAURA,
      at: minute(0),
    });
  });

  it.each([
    ['work that goes on', { status: 'in_progress', completedBy: null }],
    ['work that came completed', { status: 'completed', completedBy: null }],
  ] as const)('are none of %s', (_, node) => {
    const changes = history([LAURA, 'in_progress', 'completed']);
    expect(signaturesOf(node, changes)).toEqual({ completed: null, reviewed: null });
  });
});
