import { describe, expect, it } from 'vitest';
import { changeFacts } from './change-facts.ts';

const ana = '0193b1a2-0000-7000-8000-000000000002';
const own = '0193b1a2-0000-7000-8000-0000000000aa';

describe('what a change of access was about', () => {
  it.each([
    ['a slot and who got it', { slot: own, user: ana }, [{ kind: 'person', id: ana }]],
    [
      'a built-in role',
      { user: ana, role: 'leader', customRole: null },
      [
        { kind: 'person', id: ana },
        { kind: 'role', role: 'leader' },
      ],
    ],
    [
      'a role of the account, not its type',
      { user: ana, role: 'leader', customRole: own },
      [
        { kind: 'person', id: ana },
        { kind: 'own-role', id: own },
      ],
    ],
    [
      'a role by the name it was given',
      { role: own, name: 'Pasante' },
      [{ kind: 'words', words: 'Pasante' }],
    ],
    ['a matrix of an own role', { role: own, permissions: {} }, [{ kind: 'own-role', id: own }]],
    ['fields', { fields: ['email'], consent: true }, [{ kind: 'fields', fields: ['email'] }]],
    ['an open account', { ranges: [] }, [{ kind: 'everywhere' }]],
    [
      'addresses',
      { ranges: ['10.0.0.0/8', '192.0.2.7'] },
      [{ kind: 'words', words: '10.0.0.0/8, 192.0.2.7' }],
    ],
    ['a rule taken back', { required: false }, [{ kind: 'required', required: false }]],
    ['what this version has no words for', { sha256: 'x', until: 'soon', fields: 3 }, []],
  ])('is %s', (_, data, facts) => {
    expect(changeFacts(data)).toEqual(facts);
  });
});
