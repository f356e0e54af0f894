import { describe, expect, it } from 'vitest';
import { staffsAudits, userType } from './roles.ts';

describe('who can staff an audit', () => {
  it.each([
    ['auditor', true],
    ['administrator', true],
    ['it_administrator', false],
    ['owner', false],
    ['guest', false],
  ] as const)('a user of type %s: %s', (type, staffs) => {
    expect(staffsAudits(type)).toBe(staffs);
  });

  it('is decided for every type', () => {
    expect(userType.options.filter(staffsAudits)).toEqual(['auditor', 'administrator']);
  });
});
