import { teamRole } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { owesDeclaration } from './owes-declaration.ts';

describe('the declaration of independence', () => {
  it('is owed by every active member but guests, until it is made', () => {
    const owing = teamRole.options.filter((role) =>
      owesDeclaration({ role, isActive: true, hasDeclared: false }),
    );
    expect(owing).toEqual(['manager', 'leader', 'auditor', 'icce']);
    for (const role of owing) {
      expect(owesDeclaration({ role, isActive: true, hasDeclared: true })).toBe(false);
      expect(owesDeclaration({ role, isActive: false, hasDeclared: false })).toBe(false);
    }
  });
});
