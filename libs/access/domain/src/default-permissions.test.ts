import { describe, expect, it } from 'vitest';
import {
  PERMISSION_CATALOGUE,
  UNASKED_KEYS,
  type AccountId,
  type PermissionKey,
  type PolicyObject,
  type Role,
  type UserId,
} from '@cotejo/access-contracts';
import { DEFAULT_PERMISSIONS } from './default-permissions.ts';
import { evaluate } from './evaluate.ts';

const ME = '00000000-0000-4000-8000-000000000001' as UserId;
const OTHER = '00000000-0000-4000-8000-000000000002' as UserId;
const ROLES: readonly Role[] = ['admin', 'manager', 'leader', 'auditor', 'owner', 'guest'];

/** x granted, - denied, o only for own objects. */
const MATRIX: Readonly<Record<PermissionKey, string>> = {
  'audits.access': 'xxxx-x',
  'audits.list': 'xxxx-x',
  'audits.add': 'xxx---',
  'audits.import': 'xxx---',
  'plan.access': 'xxxx-x',
  'plan.treeitem__add': 'xxxx--',
  'plan.treeitem__edit': 'xxxx--',
  'plan.treeitem__move': 'xxxx--',
  'plan.treeitem__delete': 'xxxo--',
  'plan.treeitem__restore': 'xxxx--',
  'plan.risk__add': 'xxxx--',
  'plan.control__add': 'xxxx--',
  'plan.test__add': 'xxxx--',
  'plan.step__add': 'xxxx--',
  'plan.finding__add': 'xxxx--',
  'plan.understanding__add': 'xxxx--',
  'plan.inspection__add': 'xxxx--',
  'plan.group__add': 'xxxx--',
  'plan.risk__delete': 'xxxo--',
  'plan.control__delete': 'xxxo--',
  'plan.test__delete': 'xxxo--',
  'plan.step__delete': 'xxxo--',
  'plan.finding__delete': 'xxxo--',
  'plan.understanding__delete': 'xxxo--',
  'plan.inspection__delete': 'xxxo--',
  'plan.group__delete': 'xxxo--',
  'plan.assign_user': 'xxxx--',
  'plan.mass_assign': 'xxx---',
  'plan.team__edit': 'xxx---',
  'plan.note__add': 'xxxx--',
  'plan.mark_completed': 'xxxx--',
  'plan.mark_reviewed': 'xxx---',
  'plan.finding__mark_reviewed': 'xx----',
  'plan.finding__icce': 'x-----',
  'plan.history': 'xxxx-x',
  'plan.audit__edit': 'xxx---',
  'plan.audit__status': 'xxx---',
  'plan.audit__close': 'xxx---',
  'plan.audit__cancel': 'xx----',
  'plan.audit__reopen': 'xx----',
  'plan.audit__postpone': 'xxx---',
  'plan.audit__delete': 'xx----',
  'plan.audit__restore': 'xx----',
  'plan.audit__rate': 'xxx---',
  'plan.audit__conclude': 'xx----',
  'trashbin.access': 'xxxx--',
  'trashbin.purge': '------',
  'pyr_evaluacion.access': 'xxxx-x',
  'pyr_evaluacion.list': 'xxxx-x',
  'pyr_evaluacion.add': 'xxx---',
  'pyr_evaluacion.edit': 'xxx---',
  'tasks.list': 'xxxoo-',
  'tasks.add': 'xxxx--',
  'tasks.edit': 'xxxoo-',
  'tasks.delete': 'xxxo--',
  'structure.list': 'xxxx-x',
  'structure.add': 'xx----',
  'structure.edit': 'xx----',
  'structure.delete': 'xx----',
  'calendar.list': 'xxxx-x',
  'calendar.add': 'xx----',
  'calendar.edit': 'xx----',
  'calendar.delete': 'xx----',
  'committees.list': 'xxxx-x',
  'committees.add': 'xxx---',
  'committees.edit': 'xxo---',
  'committees.delete': 'xxo---',
  'directory.list': 'xxxx--',
  'directory.add': 'xxx---',
  'directory.edit': 'xxx---',
  'directory.delete': 'xxx---',
  'certificates.list': 'xxxo--',
  'certificates.add': 'xxoo--',
  'certificates.edit': 'xxoo--',
  'certificates.delete': 'xxoo--',
  'allowances.list': 'xxxo--',
  'allowances.add': 'xxx---',
  'allowances.edit': 'xxx---',
  'allowances.delete': 'xxx---',
  'plan.time__add': 'xxxx--',
  'plan.risk__export': 'xxxx--',
  'plan.risk__import': 'xxxx--',
  'plan.visits__add': 'xxxx--',
  'plan.visits__edit': 'xxxo--',
  'plan.evaluate_actionplan__revisado': 'xxx---',
  'summaries.load__summaries': 'xxxx--',
  'summaries.account__manually': 'xxxx--',
  'summaries.delete__file': 'xxxo--',
  'dashboard.access': 'xxxx-x',
  'process_map.access': 'xxxx-x',
  'prioritization.access': 'xxxx-x',
  'reports.access': 'xxxx-x',
  'pyr_audit_template.access': 'xxxx--',
  'pyr_audit_template.edit': 'xxo---',
  'sampling.access': 'xxxx--',
  'crm.access': 'xxx---',
  'capacity.access': 'xxx---',
  'staff.access': 'xxx---',
  'time.access': 'xxoo--',
  'performance.access': 'xxoo--',
  'users.access': 'xx----',
  'users.list': 'xxxx-x',
  'users.add': 'x-----',
  'users.edit': 'x-----',
  'users.lock': 'x-----',
  'users.security': 'x-----',
  'users.export': 'x-----',
  'users.forget': 'x-----',
  'user_slots.list': 'xx----',
  'user_slots.assign': 'x-----',
  'user_slots.release': 'x-----',
  'user_slots.abi': 'x-----',
  'user_roles.list': 'xx----',
  'user_roles.add': 'x-----',
  'user_roles.edit': 'x-----',
  'user_roles.delete': 'x-----',
  'settings.edit': 'x-----',
  'settings.security': 'x-----',
  'access_history.access': 'x-----',
  'mail_log.access': 'x-----',
  'product.access': '------',
  'product.retry': '------',
  'product.accounts': '------',
  'product.accounts__edit': '------',
};

describe('what each role may do by default: admin, manager, leader, auditor, owner, guest', () => {
  it.each(Object.entries(MATRIX))('%s: %s', (key, expected) => {
    const answers = ROLES.map((role) => {
      const principal = {
        userId: ME,
        accountId: '00000000-0000-4000-8000-00000000000a' as AccountId,
        sessionId: null,
        role,
        isSuperuser: false,
        groups: [],
        permissions: DEFAULT_PERMISSIONS[role],
      };
      if (evaluate(principal, key as PermissionKey)) return 'x';
      return evaluate(principal, key as PermissionKey, { createdBy: ME }) ? 'o' : '-';
    });
    expect(answers.join('')).toBe(expected);
  });
});

it.each<[Role, boolean, boolean]>([
  ['manager', true, true],
  ['leader', true, false],
  ['auditor', false, false],
])('a %s sees the time of those who work with them: %s, and of everybody: %s', (role, associated, all) => {
  const principal = {
    userId: ME,
    accountId: '00000000-0000-4000-8000-00000000000a' as AccountId,
    sessionId: null,
    role,
    isSuperuser: false,
    groups: [],
    permissions: DEFAULT_PERMISSIONS[role],
  };
  const sees = (object: PolicyObject) => evaluate(principal, 'time.access', object);
  expect(sees({ createdBy: ME })).toBe(true);
  expect(sees({ createdBy: OTHER, associates: new Set([ME]) })).toBe(associated);
  expect(sees({ createdBy: OTHER })).toBe(all);
});

it('speaks of keys that the product knows, asked for or not yet, or of all of a module', () => {
  const keys = [...Object.keys(PERMISSION_CATALOGUE), ...UNASKED_KEYS];
  const modules = new Set(keys.map((key) => `${key.split('.')[0]}.*`));
  const known = new Set([...keys, ...modules, '*']);
  const named = Object.values(DEFAULT_PERMISSIONS).flatMap(Object.keys);
  expect(named.filter((key) => !known.has(key))).toEqual([]);
});
