import { describe, expect, it } from 'vitest';
import { demoPeople, demoPeopleOf } from './demo-people.ts';

describe('the people of the demo account', () => {
  it('have one who administers the product, so that its pages can be seen', () => {
    expect(demoPeople.filter(({ groups }) => groups?.includes(2))).toHaveLength(1);
    expect(demoPeopleOf({ production: false })).toEqual(demoPeople);
  });

  it('have none in production, where their password is known to all', () => {
    const people = demoPeopleOf({ production: true });
    expect(people).toHaveLength(demoPeople.length - 1);
    expect(people.every(({ groups }) => groups === undefined)).toBe(true);
  });
});
