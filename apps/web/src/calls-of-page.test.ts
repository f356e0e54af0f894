import { describe, expect, it } from 'vitest';
import { callsOf } from './calls-of-page.ts';

describe('what a page asks first', () => {
  it.each([
    ['/auditorias/plan/', '?auditoria-id=a-1&tab=x', ['/proyecto/riesgo/auditoria/a-1/', '/users/']],
    [
      '/evaluacion-analisis-de-riesgos/evaluacion/',
      '?evaluacion-id=e',
      ['/proyecto/riesgo/evaluacion/e/', '/users/'],
    ],
    ['/auditorias/plan/', '?auditoria-id=../x', ['/proyecto/riesgo/auditoria/..%2Fx/', '/users/']],
    ['/auditorias/plan/', '', []],
    ['/auditorias/plan/', '?evaluacion-id=e', []],
    ['/', '?auditoria-id=a-1', []],
  ])('at %s%s is %j', (pathname, search, calls) => {
    expect(callsOf({ pathname, search })).toEqual(calls);
  });
});
