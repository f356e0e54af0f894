import { describe, expect, it } from 'vitest';
import { personState } from './person-state.ts';

const now = Date.parse('2026-11-20T15:00:00Z');
const active = { forgotten: false, locked: false, throttled_until: null, active: true };

describe('the state of a person in the list', () => {
  it.each([
    ['active', {}],
    ['active', { throttled_until: '2026-11-20T14:59:00Z' }],
    ['throttled', { throttled_until: '2026-11-20T15:10:00Z' }],
    ['outside', { active: false }],
    ['locked', { active: false, locked: true }],
    ['forgotten', { active: false, locked: true, forgotten: true }],
  ])('%s: %j', (state, facts) => expect(personState({ ...active, ...facts }, now)).toBe(state));
});
