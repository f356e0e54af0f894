import { auditDetail, auditRow, auditYears, changedAudit } from '@cotejo/audits-contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { AuditsApp, idOf } from './audits-app.fixture.ts';

let app: AuditsApp;
beforeAll(async () => {
  app = await AuditsApp.open();
  await app.create({ nombre: 'Vieja', fecha_inicio: '2019-02-01', fecha_fin: '2019-03-01' });
  const cancelled = await app.create({
    ...{ nombre: 'Anulada', fecha_inicio: '2024-02-01', fecha_fin: '2024-03-01', frequency_type: 'ESP' },
    tipo_auditoria: 'CMP',
  });
  await app.does('post', `riesgo/auditoria/${cancelled.id}/estado/`, changedAudit, {
    name: 'claudia',
    body: { accion: 'anular', motivo: 'Cambio de alcance' },
  });
  const future = await app.create({
    ...{ nombre: 'Futura 100%', fecha_inicio: '2098-02-01', fecha_fin: '2098-03-01', lider: idOf('claudia') },
    equipo: [{ usuario: idOf('laura'), rol: 'auditor' }],
    ...{ procesos: [], riesgos: [], costo_presupuestado: 7_000_000 },
    unidades: [
      { empresa: 'Alimentos, S.A.', unidad: 'Planta norte', procesos: ['Compras'] },
      { empresa: 'Servicios S.A.S.', unidad: 'Logística', riesgos: ['Demora'] },
    ],
  });
  // Its row is written again by a later event.
  await app.does('put', `riesgo/auditoria/${future.id}/calificacion/`, z.unknown(), {
    name: 'claudia',
    body: { calificacion: 'deficient' },
  });
});
afterAll(async () => {
  await app.close();
  expect(app.faults).toEqual([]);
});

const names = async (query: string, name = 'claudia') =>
  (await app.data(query === '' ? '/' : `/?${query}`, z.array(auditRow), name))
    .map(({ nombre }) => nombre.split(' ')[0])
    .join(' ');

it.each<[query: string, found: string]>([
  ['', 'Futura Anulada Vieja'],
  ['ano=2019,2098', 'Futura Vieja'],
  ['ano_desde=2020', 'Futura Anulada'],
  ['ano_desde=2020&ano_hasta=2030', 'Anulada'],
  // A cancelled audit of an earlier year is over.
  ['ano_desde=2090&con_abiertas=true', 'Futura Vieja'],
  ['ano_desde=2090&con_abiertas=false', 'Futura'],
  ['ano_desde=2090&ano_hasta=2097&con_abiertas=true', 'Vieja'],
  ['q=VIEJ', 'Vieja'],
  ['q=00%25', 'Futura'],
  ['q=_', ''],
  ['record_type=plan', 'Futura Anulada Vieja'],
  ['record_type=icce,auditoria_financiera', ''],
  ['tipo_auditoria=CMP', 'Anulada'],
  ['frequency_type=PRG', 'Futura Vieja'],
  ['status=ANULADO,CERRADO', 'Anulada'],
  ['status=SIN%20INICIAR', 'Futura Vieja'],
  ['status=CULMINADO_CERRADO', ''],
  ['atrasada=true', 'Vieja'],
  ['atrasada=false', 'Futura Anulada'],
  ['empresa=alimentos,%20s.a.', 'Futura'],
  ['empresa=Alimentos', ''],
  ['unidad=Log%C3%ADstica', 'Futura'],
  ['unidad=Log%C3%ADstica&empresa=Otra', ''],
  ['calificacion=deficient,unsatisfactory', 'Futura'],
  ['calificacion=satisfactory', ''],
  ['progreso_hasta=0', 'Futura Anulada Vieja'],
  ['progreso_desde=0.1', ''],
])('the list by ?%s is: %s', async (query, found) => {
  expect(await names(query)).toBe(found);
});

it('a row names companies and business units in scope', async () => {
  const [row] = await app.data('/?ano=2098', z.array(auditRow), 'claudia');
  expect(row?.unidades).toEqual([
    { empresa: 'Alimentos, S.A.', unidad: 'Planta norte' },
    { empresa: 'Servicios S.A.S.', unidad: 'Logística' },
  ]);
  const detail = await app.data(`/${row?.id}/`, auditDetail, 'claudia');
  expect(detail.costo_presupuestado).toBe(7_000_000);
});

it('by leader, by member of the team, and by the reader’s own place in it', async () => {
  expect(await names(`lider=${idOf('claudia')}`)).toBe('Futura');
  expect(await names(`miembro=${idOf('laura')},${idOf('hernan')}`)).toBe('Futura');
  expect(await names('in_team=true', 'laura')).toBe('Futura');
  expect(await names('in_team=false', 'laura')).toBe('Anulada Vieja');
});

it.each(['ano=pronto', 'ano=', 'status=LISTA', 'record_type=evaluacion', 'lider=yo', 'atrasada=1'])(
  'refuses ?%s',
  async (query) => {
    await app.get(`/?${query}`).expect(400);
  },
);

it('counts the audits of each year, as far as the reader may list them', async () => {
  const years = [2098, 2024, 2019].map((ano) => ({ ano, auditorias: 1 }));
  expect(await app.data('/anos/', auditYears, 'hernan')).toEqual(years);
  expect(await app.data('/anos/', auditYears, 'stranger')).toEqual([]);
});
