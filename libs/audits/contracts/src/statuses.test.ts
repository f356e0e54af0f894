import { describe, expect, it } from 'vitest';
import es from './i18n/es.json' with { type: 'json' };
import { statusOfType, STATUS_WORDS, statusWord } from './statuses.ts';
import { itemActionBodies } from './calls/tree-calls.ts';

describe('the word of a status (specification 2, section 4)', () => {
  it.each([
    ['not_discussed', 'step', 'En proceso'],
    ['not_discussed', 'understanding', 'En proceso'],
    ['not_discussed', 'finding', 'Sin discutir'],
    ['not_accepted', 'step', 'Rechazado'],
    ['new', 'action_plan', 'Pendiente'],
    ['new', 'step', 'Nuevo'],
    ['not_discussed', undefined, 'Sin discutir'],
  ] as const)('%s of %s is shown «%s»', (status, type, word) => {
    expect(es.status[statusWord(status, type)]).toBe(word);
  });

  it('is there for each', () => {
    expect(Object.keys(es.status).sort()).toEqual([...STATUS_WORDS].sort());
  });
});

describe('a status as others write it', () => {
  it.each([
    ['PENDIENTE', 'new'],
    ['EN_BORRADOR', 'new'],
    ['RECHAZADO', 'not_accepted'],
    ['NO_ACEPTADO', 'not_accepted'],
    ['REALIZADO', 'implemented'],
    ['_IMPLEMENTADO', 'implemented'],
  ])('%s is %s', (name, status) => {
    expect(itemActionBodies.status.parse({ status: name })).toEqual({ status });
  });

  it('is refused when nobody knows it', () => {
    expect(itemActionBodies.status.safeParse({ status: 'CASI' }).success).toBe(false);
  });

  it('of a step under discussion is work under way', () => {
    expect(statusOfType('not_discussed', 'step')).toBe('in_progress');
    expect(statusOfType('not_discussed', 'finding')).toBe('not_discussed');
  });
});
