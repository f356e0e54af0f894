import {
  auditRow,
  auditSummary,
  teamMemberRead,
  teamRole,
  trashRow,
  treeItemRead,
} from '@cotejo/audits-contracts';
import type { UserId } from '@cotejo/access-contracts';
import { mayLend } from '@cotejo/audits-domain';
import { companyRow } from '@cotejo/structure-contracts';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { StartedServer } from '../started-server.fixture.ts';
import { demoReader, every, type DemoReader } from './demo-reader.fixture.ts';
import { DEMO_ACCOUNT_ID, demoUserId } from './seed-demo-account.ts';

let database: TestDatabase;
let started: StartedServer;
let session: Awaited<ReturnType<StartedServer['signIn']>>;
let demo: DemoReader;

beforeAll(async () => {
  database = await testDatabase();
  started = await StartedServer.start({
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
  });
  session = await started.signIn('andres.murcia');
  demo = demoReader(started, session);
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

describe('the demo account', () => {
  it('has audits of three years in every state, of each kind, and an evaluation and a library of risks', async () => {
    const audits = await demo.read('auditoria/', z.array(auditRow));
    const thisYear = new Date().getFullYear();
    expect(
      audits.map(({ nombre, record_type, status, ano_auditoria: year, progreso }) => [
        ...[thisYear - year, nombre, record_type, status, progreso === 100],
      ]),
    ).toEqual(
      expect.arrayContaining([
        [0, 'Cumplimiento del control interno', 'icce', 'EN PROCESO', false],
        [0, 'Estados financieros', 'auditoria_financiera', 'EN PROCESO', false],
        [0, 'Compras y pagos', 'plan', 'EN PROCESO', false],
        [0, 'SAGRILAFT', 'plan', 'SIN INICIAR', false],
        [0, 'Continuidad tecnológica', 'plan', 'APLAZADO', false],
        [1, 'Recepción e inventarios', 'plan', 'CULMINADO_CERRADO', true],
        [1, 'Nómina y prestaciones', 'plan', 'CULMINADO_CERRADO', true],
        [1, 'Ventas y cartera', 'plan', 'CULMINADO', true],
        [1, 'Compras de materias primas', 'plan', 'CULMINADO_CERRADO', true],
        [2, 'Prevención de lavado de activos', 'plan', 'ANULADO', false],
        [2, 'Activos fijos', 'plan', 'CULMINADO_CERRADO', true],
        [2, 'Impuestos nacionales', 'plan', 'CULMINADO_CERRADO', true],
        [2, 'Inventarios de planta', 'plan', 'CERRADO', false],
        [2, 'Accesos de TI', 'plan', 'CULMINADO_CERRADO', true],
      ]),
    );
    expect(audits).toHaveLength(14);
    expect(new Set(audits.map(({ codigo }) => codigo)).size).toBe(audits.length);
    const evaluations = await demo.read('evaluacion/', z.array(auditRow));
    expect(evaluations.map(({ record_type }) => record_type).sort()).toEqual(['biblioteca', 'evaluacion']);
    for (const { id } of evaluations)
      expect(every(await demo.read(`evaluacion/${id}/tree/`, z.array(treeItemRead))).length).toBeGreaterThan(
        5,
      );
  });

  it('names companies and business units of its structure, by which its audits are found', async () => {
    const audits = await demo.read('auditoria/', z.array(auditRow));
    const answer = await started.get('/empresas/', session).expect(200);
    const { data: companies } = z.object({ data: z.array(companyRow) }).parse(answer.body);
    const known = companies.flatMap(({ nombre: empresa, unidades_negocio: units }) =>
      units.map(({ nombre: unidad }) => ({ empresa, unidad })),
    );
    for (const { nombre, unidades, record_type } of audits) {
      // The phases of an ICCE audit hold steps alone, and so no unit.
      expect([nombre, unidades.length > 0]).toEqual([nombre, record_type !== 'icce']);
      expect(known).toEqual(expect.arrayContaining(unidades));
    }
    const ofUnit = await demo.read('auditoria/?unidad=Tecnolog%C3%ADa', z.array(auditRow));
    expect(ofUnit.map(({ nombre }) => nombre).toSorted()).toEqual([
      'Accesos de TI',
      'Continuidad tecnológica',
    ]);
    const main = audits.find(({ nombre }) => nombre === 'Compras y pagos');
    expect(main?.unidades.map(({ unidad }) => unidad)).toEqual(['Alimentos', 'Administrativa y financiera']);
  });

  it('has the main audit as the scenario says, with days, a shared control and two items in the trash', async () => {
    const { id, progreso } = await demo.audit('Compras y pagos');
    expect(progreso).toBe(71.8);
    const items = await demo.itemsOf('Compras y pagos');
    const reference = items.find(({ item_tipo }) => item_tipo === 'HT_REF');
    expect(reference).toMatchObject({ nombre: 'C-004 Revisión mensual de maestros' });
    expect(items.find((item) => item.id === reference?.refitem_details?.id)?.compartido).toBe(1);
    expect(items.filter(({ fecha_inicio }) => fecha_inicio !== null)).toHaveLength(5);
    const visits = items.flatMap(({ _nombre, visita }) => (visita ? [[_nombre, visita.name]] : []));
    expect(Object.fromEntries(visits)).toEqual({
      'Inspección de bodega': 'Bodega central',
      'Recorrido por la bodega central': 'Bodega central, seguimiento',
    });
    const trash = await demo.read(`auditoria/${id}/papelera/`, z.array(trashRow));
    expect(trash.map(({ dias_restantes }) => dias_restantes > 25)).toEqual([true, true]);
  });

  it('has its ICCE named by somebody who may name one', async () => {
    const { id } = await demo.audit('Cumplimiento del control interno');
    const { state } = started.server.foundation.access;
    const events = started.server.foundation.store.read(`audit-${id}`);
    let creator: UserId | undefined;
    const members: [UserId, string][] = [];
    for await (const { type, data } of events) {
      if (type === 'AuditCreated') creator = data['createdBy'] as UserId;
      if (type === 'TeamMemberAdded') members.push([data['user'] as UserId, String(data['role'])]);
    }
    const principal = (user: UserId) => state.principalOf(DEMO_ACCOUNT_ID, user);
    const giver = creator && principal(creator);
    if (!giver) throw new Error('nobody created it');
    expect(members).toContainEqual([demoUserId('laura.pineda'), 'icce']);
    for (const [user, role] of members) {
      const receiver = principal(user);
      expect(receiver && mayLend(giver, receiver, teamRole.parse(role))).toBe(true);
    }
  });

  it("has last year's audit closed, its work signed by one person and reviewed by another", async () => {
    const { id, progreso } = await demo.audit('Recepción e inventarios');
    expect(progreso).toBe(100);
    const { firmas, notas } = await demo.read(`auditoria/${id}/resumen/`, auditSummary);
    expect(firmas).toEqual({ contables: 1, completados: 1, revisados: 1 });
    expect(notas).toEqual({ abiertas: 0, respondidas: 0, cerradas: 0 });
    const items = await demo.itemsOf('Recepción e inventarios');
    expect(items.map(({ codigo, status }) => [codigo, status])).toEqual(
      expect.arrayContaining([
        ['H-01', 'REVISADO'],
        ['PA-04', 'EN_PROCESO'],
      ]),
    );
  });
});

describe('an audit of an earlier year', () => {
  it('is closed by the manager, with hours and a conclusion that the leader wrote', async () => {
    const { id, fecha_fin: end, fecha_cierre_real: closed } = await demo.audit('Compras de materias primas');
    expect(String(closed) > String(end)).toBe(true);
    const { horas, conclusion } = await demo.read(`auditoria/${id}/resumen/`, auditSummary);
    expect(horas).toMatchObject({ presupuestadas: 120, cargadas: 102 });
    expect(conclusion).toMatchObject({ calificacion: { code: 'improvable' } });
    const changes: string[] = [];
    for await (const { type, meta } of started.server.foundation.store.read(`audit-${id}`))
      if (/Status|Concl|Rated/.test(type) && !type.startsWith('Item')) changes.push(`${type} ${meta.actor}`);
    const [leader, manager] = ['andres.murcia', 'claudia.restrepo'].map(demoUserId);
    expect(changes).toEqual([
      `AuditStatusChanged ${manager}`,
      `AuditRated ${leader}`,
      `AuditConcluded ${leader}`,
      `ConclusionSigned ${manager}`,
      `AuditStatusChanged ${manager}`,
      `AuditStatusChanged ${manager}`,
    ]);
  });

  it('has no event that an act of this day left behind', async () => {
    const year = new Date().getFullYear();
    const days = new Set<string>();
    const { id } = await demo.audit('Activos fijos');
    for await (const { meta } of started.server.foundation.store.read(`audit-${id}`))
      days.add(meta.at.slice(0, 4));
    expect([...days]).toEqual([String(year - 2)]);
  });
});

describe('the audit firm', () => {
  const firm = async () => {
    const there = await started.signIn('tomas.ariza');
    const get = async <T>(path: string, shape: z.ZodType<T>): Promise<T> => {
      const answer = await started.get(`/proyecto/riesgo/${path}`, there).expect(200);
      return z.object({ data: shape }).parse(answer.body).data;
    };
    return { there, get };
  };

  it('has its own account of the firm edition, and sees nothing of the department', async () => {
    const { there, get } = await firm();
    expect(there.user).toMatchObject({ account_name: 'Páramo Auditores S.A.S.' });
    const audits = await get('auditoria/', z.array(auditRow));
    expect(audits.map(({ record_type, status }) => [record_type, status])).toEqual([
      ['auditoria_financiera', 'EN PROCESO'],
      ['auditoria_financiera', 'CULMINADO_CERRADO'],
    ]);
  });

  it('has the hours of the scenario at 10, 30 and 60 %, which cost 32.78 million', async () => {
    const { get } = await firm();
    const [current] = await get('auditoria/', z.array(auditRow));
    const team = await get(`auditoria/${current?.id}/equipo/`, z.array(teamMemberRead));
    expect(
      team.map(({ usuario, horas_presupuestadas }) => `${usuario.name} ${horas_presupuestadas}`).toSorted(),
    ).toEqual(['Camilo Vega 144', 'Inés Salazar 48', 'Paula Rojas 144', 'Tomás Ariza 144']);
    expect(team.reduce((sum, { costo_presupuestado: cost }) => sum + (cost ?? 0), 0)).toBe(32_784_000);
  });

  it('proposed the four adjustments of the scenario', async () => {
    const { get } = await firm();
    const [current] = await get('auditoria/', z.array(auditRow));
    const items = every(await get(`auditoria/${current?.id}/tree/`, z.array(treeItemRead)));
    const adjustments = items.filter(({ item_tipo }) => item_tipo === 'HT_HALLAZGO');
    expect(
      adjustments
        .map(({ codigo, valores, status }) => `${codigo} ${String(valores['lossAmount'])} ${status}`)
        .toSorted(),
    ).toEqual([
      'AJ-01 310000000 REVISADO',
      'AJ-02 185000000 REVISADO',
      'AJ-03 420000000 REVISADO',
      'AJ-04 62000000 COMPLETADO',
    ]);
  });
});
