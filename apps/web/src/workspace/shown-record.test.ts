import { describe, expect, it } from 'vitest';
import { shownRecord } from './shown-record.ts';

describe('the record whose room a page has open', () => {
  it.each([
    ['a plan', '/auditorias/plan/', '?auditoria-id=a&hoja-id=b', 'a'],
    ['its trash', '/auditorias/papelera/', '?evaluacion-id=e', 'e'],
    ['an evaluation', '/evaluacion-analisis-de-riesgos/evaluacion/', '?evaluacion-id=e', 'e'],
    ['a plan as it was', '/auditorias/plan/', '?auditoria-id=a&version=3', null],
    ['the list', '/', '', null],
    ['another page', '/abadmin/', '?auditoria-id=a', null],
  ])('%s', (_, pathname, search, record) => {
    expect(shownRecord(pathname, search)).toBe(record);
  });
});
