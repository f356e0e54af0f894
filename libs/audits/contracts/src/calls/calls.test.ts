import { describe, expect, it } from 'vitest';
import { createAuditBody } from './calls.ts';
import { itemCode, itemName } from '../intents.ts';

describe('a name', () => {
  it.each([
    ['of another script', 'خطر التشغيل'],
    ['in decomposed letters', 'café'.normalize('NFD')],
    ['of joined emoji', '👩‍👩‍👧'],
    ['as long as may be', 'x'.repeat(500)],
    ['with blanks around it', '  Compras  '],
  ])('%s is one', (_, name) => {
    expect(itemName.parse(name)).toBe(name.trim());
  });

  it.each([
    ['of blanks', '   '],
    ['of characters without width', '\u200b\u2060\u200d'],
    ['in two lines', 'a\nb'],
    ['with U+0000', 'a\u0000b'],
    ['with half a surrogate pair', 'a\ud83d'],
    ['too long', 'x'.repeat(501)],
  ])('%s is none, nor is a code', (_, name) => {
    expect(itemName.safeParse(name).success).toBe(false);
    expect(itemCode.safeParse(name).success).toBe(false);
  });
});

it('a name that is missing is called missing, and nothing else', () => {
  const { error } = itemName.safeParse('  ');
  expect(error?.issues.map(({ code }) => code)).toEqual(['too_small']);
});

describe('a new audit', () => {
  const body = {
    nombre: 'Compras',
    plantilla: 'estandar',
    fecha_inicio: '2026-01-01',
    fecha_fin: '2026-12-31',
    horas_presupuestadas: 10,
    lider: '3f0d9f5e-6a55-4a0e-9f5a-0f6b7c1d2e3f',
    procesos: ['Pagos'],
    riesgos: ['Fraude'],
  };

  it('is taken as it should be', () => {
    expect(createAuditBody.safeParse(body).success).toBe(true);
  });

  it.each([
    ['a name of two lines', { nombre: 'a\nb' }],
    ['a name with half a surrogate pair', { nombre: '\ud800' }],
    ['a process with U+0000', { procesos: ['a\u0000'] }],
    ['a risk with half a surrogate pair', { riesgos: ['\udfff'] }],
    ['a year that no database has', { fecha_inicio: '0000-01-01' }],
    ['a year before there were audits', { fecha_inicio: '1066-01-01' }],
  ])('is refused with %s', (_, change) => {
    expect(createAuditBody.safeParse({ ...body, ...change }).success).toBe(false);
  });
});
