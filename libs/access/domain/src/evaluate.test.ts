import { describe, expect, it } from 'vitest';
import type {
  AccountId,
  PermissionKey,
  PermissionMap,
  PermissionValue,
  PolicyObject,
  Principal,
  UserId,
} from '@cotejo/access-contracts';
import { evaluate, isReadKey, mayHold } from './evaluate.ts';

const ME = '00000000-0000-4000-8000-000000000001' as UserId;
const OTHER = '00000000-0000-4000-8000-000000000002' as UserId;

const person = (permissions: PermissionMap, over: Partial<Principal> = {}): Principal => ({
  userId: ME,
  accountId: '00000000-0000-4000-8000-00000000000a' as AccountId,
  sessionId: null,
  role: 'auditor',
  isSuperuser: false,
  groups: [],
  permissions,
  ...over,
});

describe('evaluate', () => {
  it.each<[string, PermissionMap, PermissionKey, boolean]>([
    ['nothing said', {}, 'plan.access', false],
    ['granted', { 'plan.access': 1 }, 'plan.access', true],
    ['denied', { 'plan.access': 0 }, 'plan.access', false],
    ['another key granted', { 'plan.history': 1 }, 'plan.access', false],
    ['granted by the wildcard', { 'plan.*': 1 }, 'plan.treeitem__edit', true],
    ['denied before the wildcard', { 'plan.*': 1, 'plan.access': 0 }, 'plan.access', false],
    ['granted before the wildcard', { 'plan.*': 0, 'plan.access': 1 }, 'plan.access', true],
    ['granted by the root', { '*': 1 }, 'audits.add', true],
    ['denied by the nearer wildcard', { '*': 1, 'audits.*': 0 }, 'audits.add', false],
    ['the wildcard of another module', { 'audits.*': 1 }, 'plan.access', false],
  ])('%s', (_, permissions, key, expected) => {
    expect(evaluate(person(permissions), key)).toBe(expected);
  });

  it.each<[string, PermissionMap, PermissionKey, boolean]>([
    ['what is said of items at large', { 'plan.treeitem__add': 1 }, 'plan.risk__add', true],
    ['that, before the wildcard', { 'plan.*': 1, 'plan.treeitem__add': 0 }, 'plan.step__add', false],
    ['itself first', { 'plan.treeitem__add': 1, 'plan.risk__add': 0 }, 'plan.risk__add', false],
    ['the wildcard in the end', { 'plan.*': 1 }, 'plan.group__delete', true],
    ['nothing of another action', { 'plan.treeitem__add': 1 }, 'plan.test__delete', false],
    ['nothing that is of no kind of item', { 'plan.treeitem__add': 1 }, 'plan.note__add', false],
  ])('a key of one kind of items falls back to %s', (_, permissions, key, expected) => {
    expect(evaluate(person(permissions), key)).toBe(expected);
  });

  it('so does the condition: of each kind only what I made', () => {
    const auditor = person({ 'plan.*': 1, 'plan.treeitem__delete': { '2': 1 } });
    expect(evaluate(auditor, 'plan.finding__delete', { createdBy: ME })).toBe(true);
    expect(evaluate(auditor, 'plan.finding__delete', { createdBy: OTHER })).toBe(false);
  });

  it.each<[string, Principal, boolean]>([
    ['an administrator', person({ '*': 1 }, { role: 'admin' }), false],
    ['a superuser', person({ '*': 1 }, { isSuperuser: true }), false],
    ['whoever may all of the trash', person({ 'trashbin.*': 1 }), false],
    ['the system, whose map names it', person({ 'trashbin.purge': 1 }, { role: 'admin' }), true],
  ])('purging is for the system alone: %s', (_, who, expected) => {
    expect(evaluate(who, 'trashbin.purge')).toBe(expected);
  });

  it('a key falls back through all its prefixes, nearest first', () => {
    const key = 'plan.step.note.add' as PermissionKey;
    expect(evaluate(person({ 'plan.*': 1 }), key)).toBe(true);
    expect(evaluate(person({ 'plan.*': 1, 'plan.step.*': 0 }), key)).toBe(false);
  });

  it.each([
    ['created by me', { '2': 1 }, { createdBy: ME }, true],
    ['created by another', { '2': 1 }, { createdBy: OTHER, assignee: ME }, false],
    ['no object', { '2': 1 }, undefined, false],
    ['created by nobody known', { '2': 1 }, { createdBy: null }, false],
    ['assigned to me', { '3': 1 }, { createdBy: OTHER, assignee: ME }, true],
    ['created by me, assigned to another', { '3': 1 }, { createdBy: ME, assignee: OTHER }, true],
    ['neither', { '3': 1 }, { createdBy: OTHER, assignee: OTHER }, false],
    ['a condition that denies', { '2': 0 }, { createdBy: ME }, false],
    ['of a project that I am in', { '4': 1 }, { project: new Set([OTHER, ME]) }, true],
    ['of a project of others', { '4': 1 }, { createdBy: ME, project: new Set([OTHER]) }, false],
    ['of no project', { '4': 1 }, {}, false],
    ['of people associated with me', { '5': 1 }, { associates: new Set([ME]) }, true],
    ['of nobody associated with me', { '5': 1 }, { associates: new Set([OTHER]) }, false],
    ['my own, where associates are asked for', { '5': 1 }, { createdBy: ME }, true],
    ['one of two conditions', { '2': 1, '4': 1 }, { createdBy: OTHER, project: new Set([ME]) }, true],
    ['a function of the person', (user: UserId) => user === ME, undefined, true],
    [
      'a function of person and object',
      (user: UserId, of?: PolicyObject) => of?.assignee === user,
      {},
      false,
    ],
  ] as [string, PermissionValue, PolicyObject | undefined, boolean][])(
    'under a condition: %s',
    (_, value, object, expected) => {
      expect(evaluate(person({ 'plan.treeitem__delete': value }), 'plan.treeitem__delete', object)).toBe(
        expected,
      );
    },
  );

  it('a superuser passes everything, also as a guest', () => {
    expect(evaluate(person({}, { isSuperuser: true, role: 'guest' }), 'plan.treeitem__delete')).toBe(true);
  });

  it.each<[string, Partial<Principal>, boolean, boolean]>([
    ['of group 2', { groups: [2] }, true, true],
    ['of group 3, among others', { groups: [7, 3] }, true, true],
    ['of no group, though the map grants everything', { role: 'admin' }, false, false],
    ['of no group, though a superuser', { isSuperuser: true, role: 'admin' }, false, false],
    ['of other groups', { groups: [1, 4, 23] }, false, false],
    ['of group 2, but a guest', { groups: [2], role: 'guest' }, true, false],
  ])('the whole installation concerns a person %s: %#', (_, over, sees, acts) => {
    const who = person({ '*': 1, 'product.access': 1, 'product.retry': 1 }, over);
    expect([evaluate(who, 'product.access'), evaluate(who, 'product.retry')]).toEqual([sees, acts]);
  });

  it('a guest reads, whatever the map says', () => {
    const guest = person({ '*': 1 }, { role: 'guest' });
    expect(evaluate(guest, 'plan.access')).toBe(true);
    expect(evaluate(guest, 'plan.history')).toBe(true);
    expect(evaluate(guest, 'plan.treeitem__edit')).toBe(false);
    expect(evaluate(guest, 'audits.add')).toBe(false);
  });

  it.each<PermissionKey>([
    'mail_log.access',
    'access_history.access',
    'settings.security',
    'users.access',
    'users.export',
  ])('a guest reads work, not secrets: %s', (key) => {
    expect(evaluate(person({ '*': 1, [key]: 1 }, { role: 'guest' }), key)).toBe(false);
    expect(evaluate(person({ [key]: 1 }), key)).toBe(true);
  });
});

describe('isReadKey', () => {
  it.each([
    ['audits.access', true],
    ['audits.list', true],
    ['plan.history', true],
    ['plan.risk__export', true],
    ['plan.risk__import', false],
    ['audits.add', false],
    ['plan.mark_reviewed', false],
    ['access', true],
    ['users.list', true],
    ['users.access', false],
    ['users.export', false],
    ['mail_log.access', false],
    ['access_history.access', false],
    ['settings.security', false],
  ])('%s: %s', (key, expected) => {
    expect(isReadKey(key)).toBe(expected);
  });
});

describe('a call whose object is not known yet', () => {
  it.each<[PermissionValue, boolean]>([
    [1, true],
    [0, false],
    [{ '2': 1 }, true],
    [{ '3': 1 }, true],
    [{ '4': 1 }, true],
    [{ '5': 1 }, true],
    [{ '2': 0, '4': 0 }, false],
  ])('opens to %j: %s', (value, expected) => {
    expect(mayHold(person({ 'audits.list': value }), 'audits.list')).toBe(expected);
  });
});
