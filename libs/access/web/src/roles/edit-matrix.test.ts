import { DEFAULT_PERMISSIONS, GRANTABLE_KEYS } from '@cotejo/access-domain';
import { permissionMatrix } from '@cotejo/access-contracts';
import { describe, expect, it } from 'vitest';
import {
  carriedOver,
  choiceOf,
  choicesOf,
  differences,
  effectOf,
  isSame,
  MODULES,
  saidOf,
  say,
  valueOf,
} from './edit-matrix.ts';

describe('what a value of a matrix is to a person', () => {
  it.each([
    [1, 'all'],
    [0, 'none'],
    [{ '2': 1 }, 'created'],
    [{ '3': 1 }, 'assigned'],
    [{ '4': 1 }, 'projects'],
    [{ '5': 1 }, 'associates'],
    [{ '2': 0 }, 'none'],
    [{ '2': 1, '4': 1 }, 'mixed'],
  ] as const)('%j is %s', (value, choice) => expect(choiceOf(value)).toBe(choice));

  it.each(['all', 'none', 'created', 'assigned', 'projects', 'associates'] as const)(
    '%s comes back as it was stored',
    (choice) => expect(choiceOf(valueOf(choice))).toBe(choice),
  );
});

describe('editing a matrix', () => {
  const before = { 'plan.*': 1, 'plan.treeitem__delete': { '2': 1 } } as const;

  it('tells what is said of a key from what holds of it', () => {
    expect(saidOf(before, 'plan.step__delete')).toBe('inherited');
    expect(effectOf(before, 'plan.step__delete')).toBe('created');
    expect(effectOf(before, 'plan.note__add')).toBe('all');
    expect(effectOf(before, 'users.list')).toBe('none');
  });

  it('says something and takes it back, without touching what it was given', () => {
    const said = say(before, 'plan.note__add', 'none');
    expect(effectOf(said, 'plan.note__add')).toBe('none');
    expect(isSame(say(said, 'plan.note__add', 'inherited'), before)).toBe(true);
    expect(before).not.toHaveProperty(['plan.note__add']);
  });

  it('shows what a wildcard changes, key by key, and nothing where all stays', () => {
    const changed = differences(before, say(before, 'plan.*', 'none'));
    expect(changed).toContainEqual({ key: 'plan.access', before: 'all', after: 'none' });
    expect(changed.map(({ key }) => key)).not.toContain('plan.treeitem__delete');
    expect(differences(before, say(before, 'plan.note__add', 'all'))).toEqual([]);
  });

  it('makes only matrices that the server takes', () => {
    for (const { wildcard, keys } of MODULES) {
      for (const name of [wildcard, ...keys]) {
        for (const choice of choicesOf(name)) {
          expect(permissionMatrix.safeParse(say({}, name, choice)).success).toBe(true);
        }
      }
    }
  });

  it('offers every key that a role may hold, once', () => {
    expect(MODULES.flatMap(({ keys }) => keys).sort()).toEqual([...GRANTABLE_KEYS].sort());
    expect(differences({}, DEFAULT_PERMISSIONS.admin)).toHaveLength(GRANTABLE_KEYS.length);
  });
});

describe('what somebody changed, over what somebody else saved meanwhile', () => {
  const on = { 'plan.*': 1, 'users.list': 1 } as const;
  it.each([
    ['nothing', on, {}, {}],
    ['nothing, and the other one something', on, { ...on, 'audits.list': 1 }, { ...on, 'audits.list': 1 }],
    ['another name', { ...on, 'audits.list': 1 }, { 'plan.*': 1 }, { 'plan.*': 1, 'audits.list': 1 }],
    [
      'the same name',
      { ...on, 'users.list': 0 },
      { ...on, 'users.list': { '2': 1 } },
      { ...on, 'users.list': 0 },
    ],
    ['a name taken out', { 'plan.*': 1 }, { ...on, 'plan.access': 0 }, { 'plan.*': 1, 'plan.access': 0 }],
  ] as const)('%s', (_, matrix, saved, expected) => {
    expect(carriedOver({ on, matrix }, saved)).toEqual(expected);
  });
});
