import {
  auditSummary,
  teamMemberRead,
  timeRecordRead,
  type AuditSummary,
  type TreeItemRead,
} from '@cotejo/audits-contracts';
import { attachmentView, noteView, worksheetTextView } from '@cotejo/worksheets-contracts';
import type { CopiedDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';
import { demoReader, type DemoReader } from './demo-reader.fixture.ts';

let database: CopiedDatabase;
let started: StartedServer;
let demo: DemoReader;

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database);
  const session = await started.signIn('andres.murcia');
  demo = demoReader(started, session);
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

/** Types that count for progress. */
const COUNTED = [
  'HT_ENTENDIMIENTO',
  'HT_RIESGO',
  'HT_CONTROL',
  'HT_CONTROL_TEST',
  'HT_PASO',
  'HT_INSPECCION',
];

describe('"Compras y pagos" on the load day', () => {
  let items: TreeItemRead[];
  let summary: AuditSummary;
  const byCode = (code: string): TreeItemRead => {
    const found = items.find(({ codigo, item_tipo }) => codigo === code && item_tipo !== 'HT_REF');
    if (!found) throw new Error(`nothing has the code ${code}`);
    return found;
  };
  beforeAll(async () => {
    items = await demo.itemsOf('Compras y pagos');
    summary = await demo.read(`auditoria/${(await demo.audit('Compras y pagos')).id}/resumen/`, auditSummary);
  });

  it('has 42 counted items, by status as the scenario says', () => {
    const counts: Record<string, number> = {};
    for (const { item_tipo, estados } of summary.por_tipo) {
      if (!COUNTED.includes(item_tipo)) continue;
      for (const [status, total] of Object.entries(estados)) counts[status] = (counts[status] ?? 0) + total;
    }
    expect(counts).toEqual({
      REVISADO: 18,
      COMPLETADO: 9,
      NOTA_REVISION: 2,
      EN_PROCESO: 7,
      ASIGNADO: 4,
      NUEVO: 2,
    });
    expect(summary.progreso).toBe(71.8);
  });

  it.each([
    ['R-001', 3, 5, 15, 4, 6],
    ['R-002', 5, 5, 25, 2, 20],
    ['R-003', 3, 3, 9, 5, 1.8],
    ['R-004', 3, 3, 9, 3, 5.4],
    ['R-005', 3, 5, 15, 2, 12],
    ['R-006', 1, 3, 3, 3, 1.8],
    ['R-007', 5, 3, 15, 3, 9],
    ['R-008', 3, 3, 9, 5, 1.8],
  ])(
    '%s: P %d × I %d = %d, controls worth %s, leaves %s',
    (code, probability, impact, inherent, strength, left) => {
      expect(byCode(code)).toMatchObject({
        probabilidad: probability,
        impacto: impact,
        riesgo_inherente: inherent,
        controles_solidez: strength,
        riesgo_residual: left,
      });
    },
  );

  it.each([
    ['C-001', 5, 3, 3],
    ['C-002', 5, 5, 5],
    ['C-003', 3, 1, 1],
    ['C-004', 3, 3, 3],
    ['C-005', 5, 5, 5],
    ['C-006', 3, 3, 3],
    ['C-007', 5, 3, 3],
    ['C-008', 1, null, 1],
    ['C-009', 3, 5, 3],
    ['C-010', 3, null, 3],
    ['C-011', 5, 5, 5],
  ])('%s: design %d, validation %s, strength %d', (code, design, validation, strength) => {
    expect(byCode(code)).toMatchObject({
      control_diseno: design,
      validacion_solidez: validation,
      control_solidez: strength,
      extra: { preliminar: code === 'C-010', exento: code === 'C-008' },
    });
  });

  it('has the heat map of the scenario: 1, 3, 4 inherent, 3, 4, 1 residual', () => {
    expect(summary.riesgos.rangos.map(({ inherente, residual }) => [inherente, residual])).toEqual([
      [1, 3],
      [3, 4],
      [4, 1],
    ]);
    expect(summary.riesgos.total).toBe(8);
  });

  it.each([
    ['PV-01', 'attributes', '95', 10, 29, 2, 3],
    ['PV-02', 'attributes', '90', 10, 22, 0, 5],
    ['PV-03', 'attributes', '95', 5, 59, 7, 1],
    ['PV-04', 'judgemental', undefined, undefined, 5, 1, 3],
    ['PV-05', 'attributes', '95', 5, 59, 0, 5],
    ['PV-06', 'attributes', '95', 10, 29, 2, 3],
    ['PV-07', 'attributes', '95', 10, 29, 2, 3],
    ['PV-08', 'attributes', '95', 10, 29, 0, 5],
    ['PV-09', 'attributes', '90', 10, 22, 0, 5],
    ['PV-10', undefined, undefined, undefined, undefined, undefined, undefined],
  ])('%s: %s, %s/%s, n = %s, %s exceptions: %s', (code, method, confidence, rate, n, found, execution) => {
    const { valores } = byCode(code);
    expect(valores['method']).toBe(method);
    expect(valores['confidence']).toBe(confidence);
    expect(valores['tolerableRate']).toBe(rate);
    expect(valores['sampleSize']).toBe(n);
    expect(valores['exceptions']).toBe(found);
    expect(valores['execution']).toBe(execution);
  });

  it.each([
    ['H-01', 5, '128500000', 'COMPLETADO', 'EN_PROCESO'],
    ['H-02', 3, '36240000', 'COMPLETADO', 'EVALUADO'],
    ['H-03', 3, undefined, 'COMPLETADO', 'ASIGNADO'],
    ['H-04', 1, undefined, 'COMPLETADO', 'NUEVO'],
    ['H-05', 0, undefined, 'REVISADO', null],
    ['H-06', 5, undefined, 'SIN_DISCUTIR', null],
  ])(
    '%s: impact %d, loss %s, %s, plan %s, and all five attributes',
    async (code, impact, loss, status, plan) => {
      const finding = byCode(code);
      expect(finding).toMatchObject({ impacto: impact, status, plan_accion_status: plan });
      expect(finding.valores['lossAmount']).toBe(loss);
      const { id } = await demo.audit('Compras y pagos');
      const { textos } = await demo.read(
        `auditoria/${id}/tree/${finding.id}/textos/`,
        z.object({ textos: z.array(worksheetTextView) }),
      );
      const written = textos.filter(({ caracteres, cuerpo }) => caracteres > 40 && cuerpo !== null);
      expect(written.map(({ campo }) => campo)).toEqual(
        expect.arrayContaining(['condition', 'criterion', 'cause', 'effect', 'recommendation']),
      );
    },
  );

  it('has six notes, of which three are closed, two answered and one open, each with words', async () => {
    const { id } = await demo.audit('Compras y pagos');
    const notes = await demo.read(`auditoria/${id}/notas/`, z.array(noteView));
    expect(notes.map(({ status }) => status).sort()).toEqual([
      'ABIERTA',
      'CERRADA',
      'CERRADA',
      'CERRADA',
      'RESPONDIDA',
      'RESPONDIDA',
    ]);
    for (const { descripcion } of notes) expect(descripcion?.length).toBeGreaterThan(20);
    expect(summary.notas).toEqual({ abiertas: 1, respondidas: 2, cerradas: 3 });
    const noted = items.filter(
      ({ item_tipo, status }) => item_tipo !== 'HT_REF' && status === 'NOTA_REVISION',
    );
    expect(new Set(noted.map(({ codigo }) => codigo))).toEqual(new Set(['C-003', 'PV-07']));
  });

  it('has files of three kinds, three of them beside the evidence that they are', async () => {
    const { id } = await demo.audit('Compras y pagos');
    const { adjuntos } = await demo.read(
      `auditoria/${id}/adjuntos/`,
      z.object({ adjuntos: z.array(attachmentView) }),
    );
    expect(adjuntos.map(({ nombre_archivo }) => nombre_archivo ?? '').sort()).toEqual([
      'Cambios sin confirmación.xlsx',
      'Carta de Empaques del Norte.pdf',
      'Memorando de planeación.pdf',
      'Rechazos por variante.png',
      'Respuestas de proveedores.pdf',
    ]);
    expect(adjuntos.filter(({ fieldId }) => fieldId?.endsWith('.evidence'))).toHaveLength(3);
  });

  it('has 480 hours planned over its items, 352 charged: 97.9 % of efficiency', () => {
    expect(summary.horas).toEqual({ presupuestadas: 480, planeadas: 480, cargadas: 352, eficiencia: 97.9 });
    const hours: Record<string, number> = {};
    for (const { valores, usuario_asignado, item_tipo } of items) {
      if (item_tipo === 'HT_REF') continue;
      const who = usuario_asignado?.name ?? '';
      hours[who] = (hours[who] ?? 0) + Number(valores['budgetedMinutes'] ?? 0) / 60;
    }
    expect(hours).toMatchObject({ 'Laura Pineda': 180, 'Óscar Benítez': 120 });
  });

  it('has a team with the hours, costs and declarations of the scenario, whose records add up to 352 hours', async () => {
    const { id } = await demo.audit('Compras y pagos');
    const team = await demo.read(`auditoria/${id}/equipo/`, z.array(teamMemberRead));
    expect(
      team.map(({ usuario, horas_presupuestadas, horas_cargadas, costo_presupuestado, independencia }) => [
        ...[usuario.name, horas_presupuestadas, horas_cargadas, costo_presupuestado],
        independencia === null ? 'not declared' : (independencia.amenazas ?? 'none'),
      ]),
    ).toEqual([
      ['Claudia Restrepo', 40, 28, 5_600_000, 'none'],
      ['Andrés Murcia', 140, 104, 11_900_000, 'none'],
      ['Laura Pineda', 180, 132, 8_640_000, 'none'],
      ['Óscar Benítez', 120, 88, 5_760_000, expect.stringContaining('ERP') as string],
      ['Hernán Duque', 0, 0, 0, 'not declared'],
    ]);
    const records = await demo.read(`auditoria/${id}/tiempo/`, z.array(timeRecordRead));
    const hoursOf = (kind: string) =>
      records.reduce((sum, { tipo, horas }) => sum + (tipo === kind ? horas : 0), 0);
    expect([hoursOf('P'), hoursOf('I')]).toEqual([314, 38]);
  });

  it('is signed by whoever did it and reviewed by somebody else', () => {
    const counted = items.filter(({ item_tipo }) => COUNTED.includes(item_tipo));
    for (const { status, firmas } of counted) {
      const preparers = firmas.completado.map(({ id }) => id);
      if (status === 'COMPLETADO' || status === 'REVISADO') expect(preparers).toHaveLength(1);
      if (status === 'REVISADO') expect(firmas.revisado).toHaveLength(1);
      for (const { id } of firmas.revisado) expect(preparers).not.toContain(id);
    }
    expect(summary.firmas).toEqual({ contables: 42, completados: 29, revisados: 18 });
  });

  it('happened in office hours of working days', () => {
    for (const { firmas } of items)
      for (const { fecha } of [...firmas.completado, ...firmas.revisado]) {
        const at = new Date(new Date(fecha).getTime() - 5 * 60 * 60 * 1000);
        expect([0, 6]).not.toContain(at.getUTCDay());
        expect(at.getUTCHours()).toBeGreaterThanOrEqual(8);
        expect(at.getUTCHours()).toBeLessThan(18);
      }
  });

  it('has an inspection with its periods, a survey, a walkthrough and a flowchart', async () => {
    const named = (name: string) => items.find(({ nombre }) => nombre.includes(name));
    const scales = named('Báscula calibrada');
    expect(scales?.valores).toMatchObject({ 'period.1.result': 'complies', 'period.2.result': 'fails' });
    const payments = named('Entendimiento de pagos');
    const answers = Object.keys(payments?.valores ?? {}).filter((key) => key.endsWith('.answer'));
    expect(answers).toHaveLength(3);
    expect(payments?.valores['walkthrough.result']).toBe(3);
    const { id } = await demo.audit('Compras y pagos');
    const { textos } = await demo.read(
      `auditoria/${id}/tree/${payments?.id}/textos/`,
      z.object({ textos: z.array(worksheetTextView) }),
    );
    const drawn = z
      .object({ nodes: z.record(z.string(), z.unknown()) })
      .parse(textos.find(({ campo }) => campo === 'flowchart')?.cuerpo);
    expect(Object.keys(drawn.nodes)).toHaveLength(10);
  });

  it('says nothing of itself that its worksheets do not: what is evaluated is concluded, what is reviewed is drawn', async () => {
    const evaluation = items.find(({ item_tipo }) => item_tipo === 'HT_EVALUACION');
    expect(evaluation).toMatchObject({ status: 'REVISADO' });
    const { id } = await demo.audit('Compras y pagos');
    const texts = async (item: string | undefined) => {
      const { textos } = await demo.read(
        `auditoria/${id}/tree/${item}/textos/`,
        z.object({ textos: z.array(worksheetTextView) }),
      );
      return textos.map(({ campo }) => campo);
    };
    expect(await texts(evaluation?.id)).toEqual(['conclusion']);
    const drawn = items.filter(({ item_tipo }) => item_tipo === 'HT_ENTENDIMIENTO');
    expect(drawn).toHaveLength(2);
    for (const { id: item } of drawn) expect(await texts(item)).toContain('flowchart');
  });
});
