import { auditRow, trashRow, treeItemRead, type TreeItemRead } from '@cotejo/audits-contracts';
import { noteView } from '@cotejo/worksheets-contracts';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { StartedServer } from '../started-server.fixture.ts';

let database: TestDatabase;
let started: StartedServer;
let session: Awaited<ReturnType<StartedServer['signIn']>>;

beforeAll(async () => {
  database = await testDatabase();
  started = await StartedServer.start({
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
  });
  session = await started.signIn('andres.murcia');
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

async function read<T>(path: string, shape: z.ZodType<T>): Promise<T> {
  const answer = await started.get(`/proyecto/riesgo/${path}`, session).expect(200);
  return z.object({ data: shape }).parse(answer.body).data;
}
const audit = async (name: string) => {
  const found = (await read('auditoria/', z.array(auditRow))).find(({ nombre }) => nombre === name);
  if (!found) throw new Error(`no audit is called ${name}`);
  return found;
};
const every = (items: readonly TreeItemRead[]): TreeItemRead[] =>
  items.flatMap((item) => [item, ...every(item.items)]);

describe('the demo account', () => {
  it('has an audit of each kind, and an evaluation and a library of risks beside them', async () => {
    const audits = await read('auditoria/', z.array(auditRow));
    expect(audits.map(({ nombre, record_type, status }) => [nombre, record_type, status])).toEqual([
      ['Cumplimiento del control interno', 'icce', 'EN PROCESO'],
      ['Estados financieros', 'auditoria_financiera', 'EN PROCESO'],
      ['Compras y pagos', 'plan', 'EN PROCESO'],
      ['Recepción e inventarios', 'plan', 'CULMINADO_CERRADO'],
    ]);
    const evaluations = await read('evaluacion/', z.array(auditRow));
    expect(evaluations.map(({ record_type }) => record_type).sort()).toEqual(['biblioteca', 'evaluacion']);
    for (const { id } of evaluations)
      expect(every(await read(`evaluacion/${id}/tree/`, z.array(treeItemRead))).length).toBeGreaterThan(5);
  });

  it('has the main audit as the scenario says, with days, a shared control and two items in the trash', async () => {
    const { id, progreso } = await audit('Compras y pagos');
    expect(progreso).toBe(71.8);
    const items = every(await read(`auditoria/${id}/tree/`, z.array(treeItemRead)));
    const reference = items.find(({ item_tipo }) => item_tipo === 'HT_REF');
    expect(reference).toMatchObject({ nombre: 'C-010 Matriz de perfiles incompatibles' });
    expect(items.find((item) => item.id === reference?.refitem_details?.id)?.compartido).toBe(1);
    expect(items.filter(({ fecha_inicio }) => fecha_inicio !== null)).toHaveLength(5);
    const trash = await read(`auditoria/${id}/papelera/`, z.array(trashRow));
    expect(trash.map(({ dias_restantes }) => dias_restantes > 25)).toEqual([true, true]);
  });

  it('says in words what each review note asks for', async () => {
    const { id } = await audit('Compras y pagos');
    const items = every(await read(`auditoria/${id}/tree/`, z.array(treeItemRead)));
    const noted = items.filter(
      ({ item_tipo, status }) => item_tipo !== 'HT_REF' && status === 'NOTA_REVISION',
    );
    const notes = await read(`auditoria/${id}/notas/`, z.array(noteView));
    expect(new Set(noted.map(({ codigo }) => codigo))).toEqual(new Set(['C-003', 'PV-07']));
    expect(notes.map((note) => note.modelo_id).sort()).toEqual(noted.map((item) => item.id).sort());
    for (const { descripcion, status } of notes) {
      expect(descripcion?.length).toBeGreaterThan(20);
      expect(status).toBe('ABIERTA');
    }
  });
});
