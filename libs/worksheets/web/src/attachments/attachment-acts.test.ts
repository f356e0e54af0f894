import { describe, expect, it } from 'vitest';
import { attachmentActs, type Attacher } from './attachment-acts.ts';
import { ana, file, luis } from './attachments.fixture.tsx';

const everything: Attacher = { me: ana.id, mayEdit: true, mayComplete: true, mayReview: true };
const firmas = (completado: (typeof ana)[], revisado: (typeof ana)[]) => ({
  firmas: { completado, revisado },
});

describe('what may be done with a file', () => {
  it.each([
    ['of another', file(1), ['replace', 'complete', 'review', 'remove']],
    ['of one’s own is not reviewed', file(1, { created_by: ana }), ['replace', 'complete', 'remove']],
    ['that one completed is not reviewed by the same', file(1, firmas([ana], [])), ['replace']],
    ['that another completed', file(1, firmas([luis], [])), ['replace', 'complete', 'review']],
    ['that one reviewed', file(1, firmas([luis], [ana])), ['replace', 'complete']],
    ['that was removed', file(1, { eliminado: true }), ['restore']],
    ['that a newer one replaced', file(1, { reemplazado: true }), []],
  ] as const)('%s', (_, one, acts) => {
    expect(attachmentActs(one, everything)).toEqual(acts);
  });

  it.each([
    ['only reads', { mayEdit: false, mayComplete: false, mayReview: false }, []],
    ['edits', { mayEdit: true, mayComplete: false, mayReview: false }, ['replace', 'remove']],
    ['completes', { mayEdit: false, mayComplete: true, mayReview: false }, ['complete']],
    ['reviews', { mayEdit: false, mayComplete: false, mayReview: true }, ['review']],
  ])('by who %s', (_, may, acts) => {
    expect(attachmentActs(file(1), { me: ana.id, ...may })).toEqual(acts);
  });

  it('is nothing with a removed one for who only reads', () => {
    const nothing = { me: ana.id, mayEdit: false, mayComplete: false, mayReview: false };
    expect(attachmentActs(file(1, { eliminado: true }), nothing)).toEqual([]);
  });
});
