import { auditId, treeDocumentCalls } from '@cotejo/audits-contracts';
import { pathOf } from '@cotejo/http/contracts';
import { describe, expect, it } from 'vitest';
import { callsOf } from './calls-of-page.ts';

describe('what a page asks first', () => {
  it.each([
    ['/auditorias/plan/', '?auditoria-id=a-1&tab=x', ['/proyecto/riesgo/auditoria/a-1/', '/users/'], 'a-1'],
    [
      '/evaluacion-analisis-de-riesgos/evaluacion/',
      '?evaluacion-id=e',
      ['/proyecto/riesgo/evaluacion/e/', '/users/'],
      'e',
    ],
    ['/auditorias/plan/', '?auditoria-id=../x', ['/proyecto/riesgo/auditoria/..%2Fx/', '/users/'], '../x'],
    [
      '/auditorias/plan/',
      '?auditoria-id=a&version=3',
      ['/proyecto/riesgo/auditoria/a/', '/users/'],
      undefined,
    ],
    ['/auditorias/plan/', '', [], undefined],
    ['/auditorias/plan/', '?evaluacion-id=e', [], undefined],
    ['/', '?auditoria-id=a-1', [], undefined],
  ])('at %s%s is %j', (pathname, search, calls, tree) => {
    const asked = callsOf({ pathname, search });
    expect(asked.calls).toEqual(calls);
    expect(asked.tree?.id).toBe(tree);
  });

  it('names the document as its own program does', () => {
    const id = auditId.parse('00000001-0000-4000-8000-000000000001');
    const { tree } = callsOf({ pathname: '/auditorias/plan/', search: `?auditoria-id=${id}` });
    expect(tree?.call).toBe(pathOf(treeDocumentCalls.document.path, { id }));
  });
});
